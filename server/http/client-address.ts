import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "../env.ts";
import { log } from "../log.ts";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Headers in which proxies describe the request. Anyone else can forge them. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

let trusted: { source: string[]; ranges: Range[] } | null = null;
let hasWarned = false;

/**
 * Sets `x-forwarded-for` to the caller's single address, for rate limits and records. It is the socket's address or, behind
 * proxies of TRUSTED_PROXIES, the last address that is not such a proxy. If the peer is not a trusted proxy, its forwarding
 * headers are removed.
 */
export function settleAddress(request: IncomingMessage): void {
  const peer = peerOf(request.socket);
  const { headers } = request;
  if (isTrusted(peer)) {
    headers["x-forwarded-for"] = farthest([...hops(headers["x-forwarded-for"]), peer]);
    return;
  }
  if (headers["x-forwarded-for"] !== undefined && !hasWarned) {
    hasWarned = true;
    log.warn(
      { peer },
      "x-forwarded-for came from an address that is no trusted proxy and is ignored; if it is yours, name it in TRUSTED_PROXIES",
    );
  }
  for (const name of FORWARDED) if (name in headers) delete headers[name];
  headers["x-forwarded-for"] = peer;
}

const peers = new WeakMap<Socket, string>();

/** Whether a connection comes from a proxy of TRUSTED_PROXIES. */
export function isProxy(socket: Socket): boolean {
  return isTrusted(peerOf(socket));
}

/** The peer's address. A connection keeps the same peer for all its requests. */
export function peerOf(socket: Socket): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = plainAddress(socket.remoteAddress ?? "");
  peers.set(socket, peer);
  return peer;
}

/** The first address from our end of the chain that is not a trusted proxy. If all are, the first of the chain. */
function farthest(chain: string[]): string {
  const known = chain.findLastIndex((address) => !isTrusted(address));
  const found = chain[known === -1 ? 0 : known] ?? "";
  return ipaddr.isValid(found) ? found : (chain.at(-1) ?? "");
}

function hops(header: string | string[] | undefined): string[] {
  return (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== "");
}

/** Normalizes an IP address: no port, no brackets, IPv4-mapped IPv6 as IPv4. Any other text stays as it is. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}

function isTrusted(address: string): boolean {
  const ranges = trustedRanges();
  if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}

function trustedRanges(): Range[] {
  const source = env().TRUSTED_PROXIES;
  if (trusted?.source !== source) {
    trusted = {
      source,
      ranges: source.map((text) => {
        if (text.includes("/")) return ipaddr.parseCIDR(text);
        const address = ipaddr.parse(text);
        return [address, address.kind() === "ipv4" ? 32 : 128];
      }),
    };
  }
  return trusted.ranges;
}
