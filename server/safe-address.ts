import ipaddr from "ipaddr.js";
import { inEnglish, say, type Said } from "./say.ts";

/** The one sentence for every address that may not be reached: which rule refused it would help to map a private network. */
export const REFUSED_ADDRESS = say("net.address");

/** The same where OUTBOUND_HTTPS_ONLY holds, of every address that is written with http: it says nothing about what lies there. */
export const REFUSED_IN_CLEAR = say("net.addressInClear");

/** Thrown by the guard of a connection. */
export class RefusedAddress extends Error {
  readonly said: Said;
  constructor(said: Said) {
    super(inEnglish(said));
    this.said = said;
    this.name = "RefusedAddress";
  }
}

/** Ranges let through although they are private: addresses or CIDRs as in OUTBOUND_ALLOW. */
export type AllowedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Mail, shells, databases and caches: they do not speak HTTP, and can be confused by it. */
const PORTS_OF_OTHER_PROTOCOLS = new Set([
  "21",
  "22",
  "23",
  "25",
  "53",
  "110",
  "143",
  "389",
  "465",
  "587",
  "993",
  "995",
  "2049",
  "3306",
  "5432",
  "6379",
  "11211",
  "27017",
]);
/** Names that never belong to the public internet (RFC 6761, RFC 8375, ICANN's `internal`). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/;
/** IPv4-compatible addresses, which ipaddr.js takes for ordinary ones. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR("::/96");
/** A cloud's metadata and name service in the public range. */
const PLATFORM_SERVICE = "168.63.129.16";

/** The address if it has the form of one that may be reached: http or https, no user in it, no other protocol's port. */
export function plainUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
  return PORTS_OF_OTHER_PROTOCOLS.has(url.port) ? null : url;
}

/** The host as a socket takes it: no brackets around IPv6, no trailing dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Whether the name can only ever be one of a private network. */
export function isPrivateName(name: string): boolean {
  return PRIVATE_NAMES.test(name);
}

/** Whether the IP address is inside a range let through. */
export function isListed(text: string, ranges: readonly AllowedRange[]): boolean {
  // A zone (fe80::1%eth0) belongs to this machine's links only.
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.process(text);
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** Whether the IP address is one of the public internet or inside a range let through. */
export function isReachable(text: string, ranges: readonly AllowedRange[]): boolean {
  if (isListed(text, ranges)) return true;
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" ? address.toString() !== PLATFORM_SERVICE : !address.match(IPV4_COMPATIBLE);
}

/** Reads an entry of OUTBOUND_ALLOW, which the settings have checked. */
export function parseRange(text: string): AllowedRange {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
