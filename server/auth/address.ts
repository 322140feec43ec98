import ipaddr from "ipaddr.js";

/** The source address of a request, as the HTTP server determined it (http/client-address.ts). */
export function addressOf(headers: { get: (name: string) => string | null }): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "unknown";
}

/** The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which providers assign to one customer. */
export function networkOf(from: string | { get: (name: string) => string | null }): string {
  const address = typeof from === "string" ? from : addressOf(from);
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
    : address;
}

/** Whether an address is in one of the networks (`address/bits`). An empty list: every address is. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address may arrive in the form of an IPv6 address.
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}
