import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "../env.ts";
import { log } from "../log.ts";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** What proxies say of the request that they pass on. From anybody else it is only what somebody wrote. */
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
 * Leaves in `x-forwarded-for` the one address that the request comes from, for all that counts or writes it down: the socket's, or,
 * behind proxies of TRUSTED_PROXIES, the last that none of them has. Other such headers of somebody who is no proxy are taken away.
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

/** The address at the other end. A connection stays with one peer through all its requests. */
export function peerOf(socket: Socket): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = plainAddress(socket.remoteAddress ?? "");
  peers.set(socket, peer);
  return peer;
}

/** From our end of the chain on, the first that is no proxy of ours; where all are, the one that began it. */
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

/** Without a port, brackets or the IPv6 clothes of an IPv4 address: one address, one spelling. What is none stays as it is. */
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
