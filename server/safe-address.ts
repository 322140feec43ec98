import ipaddr from "ipaddr.js";
import { inEnglish, say, type Said } from "./say.ts";

/** The same sentence for every refused address. Naming the rule would help to map a private network. */
export const REFUSED_ADDRESS = say("net.address");

/** The sentence for every http address when OUTBOUND_HTTPS_ONLY is on. It reveals nothing about the address. */
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

/** Allowed private ranges: addresses or CIDRs as in OUTBOUND_ALLOW. */
export type AllowedRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Mail, shells, databases and caches. They do not speak HTTP, and an HTTP request could confuse them. */
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
/** IPv4-compatible addresses. ipaddr.js treats them as ordinary ones. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR("::/96");
/** A cloud's metadata and name service. Its address is in the public range. */
const PLATFORM_SERVICE = "168.63.129.16";

/** The URL if its form is allowed: http or https, no user, no port of another protocol. Otherwise null. */
export function plainUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) return null;
  return PORTS_OF_OTHER_PROTOCOLS.has(url.port) ? null : url;
}

/** The host for a socket: no brackets around IPv6, no trailing dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Whether the name can only belong to a private network. */
export function isPrivateName(name: string): boolean {
  return PRIVATE_NAMES.test(name);
}

/** Whether the IP address is in an allowed range. */
export function isListed(text: string, ranges: readonly AllowedRange[]): boolean {
  // A zone (fe80::1%eth0) is valid only on links of this machine.
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.process(text);
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** Whether the IP address is public or in an allowed range. */
export function isReachable(text: string, ranges: readonly AllowedRange[]): boolean {
  if (isListed(text, ranges)) return true;
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" ? address.toString() !== PLATFORM_SERVICE : !address.match(IPV4_COMPATIBLE);
}

/** Parses an entry of OUTBOUND_ALLOW. The settings have validated it. */
export function parseRange(text: string): AllowedRange {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
