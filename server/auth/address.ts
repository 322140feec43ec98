import ipaddr from "ipaddr.js";

/** Where a request comes from, as the HTTP server settled it (http/client-address.ts). */
export function addressOf(headers: { get: (name: string) => string | null }): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "unknown";
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 one, which is what one customer of a provider is given. */
export function networkOf(from: string | { get: (name: string) => string | null }): string {
  const address = typeof from === "string" ? from : addressOf(from);
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`
    : address;
}
