/** In what is read before a page's own word on its encoding is believed. */
const LOOKED_AT = 1_024;

/**
 * Bytes as text: by their byte order mark, by what came with them, by what the page says of itself; else UTF-8 where they are, and
 * Windows-1252 where they are not.
 * @param contentType with its charset, where there is one.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = [
    { label: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
    { label: "utf-16le", bytes: [0xff, 0xfe] },
    { label: "utf-16be", bytes: [0xfe, 0xff] },
  ].find((known) => known.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return new TextDecoder(mark.label).decode(bytes);
  const begin = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString("latin1");
  const said =
    /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(begin)?.[1] ??
    "utf-8";
  return decodeAs(said, bytes) ?? decodeAs("utf-8", bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
