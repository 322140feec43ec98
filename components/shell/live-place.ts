/**
 * Whether a cursor of the event log (base64url of "transaction sequence") is before another. An unreadable cursor counts as
 * before.
 */
export function isBefore(place: string, other: string): boolean {
  if (place === other) return false;
  const [a, b] = [read(place), read(other)];
  if (!a || !b) return true;
  return a.txid === b.txid ? a.seq < b.seq : a.txid < b.txid;
}

function read(place: string): { txid: bigint; seq: bigint } | null {
  try {
    const [, txid, seq] = /^(\d+) (\d+)$/.exec(atob(place.replaceAll("-", "+").replaceAll("_", "/"))) ?? [];
    return txid === undefined || seq === undefined ? null : { txid: BigInt(txid), seq: BigInt(seq) };
  } catch {
    return null;
  }
}
