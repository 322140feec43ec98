import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { env } from "./env.ts";
import { badInput } from "./errors.ts";
import { exchange, type SafeReply, type SafeRequest } from "./http-exchange.ts";
import {
  bareHost,
  isListed,
  isPrivateName,
  isReachable,
  parseRange,
  plainUrl,
  REFUSED_ADDRESS,
  REFUSED_IN_CLEAR,
  RefusedAddress,
  type AllowedRange,
} from "./safe-address.ts";
import { say } from "./say.ts";

/** Prevents a save from hanging on a name server. The guard at send time is the one that counts. */
const SAVE_LOOKUP_MS = 2_000;

type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** What the guard allows and how it resolves names. Defaults: the settings and the system's resolver. */
export type GuardOptions = { allow?: readonly string[]; httpsOnly?: boolean; lookup?: LookupAll };

export type SafeFetch = {
  fetch: (request: SafeRequest) => Promise<SafeReply>;
  assertPublicUrl: (url: string, path?: string) => Promise<URL>;
  /** For files: the caller follows redirects, and each hop passes this guard again (http-download.ts). */
  agent: Dispatcher;
  close: () => Promise<void>;
};

/**
 * The only way to reach customer-given addresses (webhooks, custom channels, custom assistants). An address is checked three
 * times: as written, after the DNS lookup, and when the socket connects. So DNS rebinding reaches nothing. Redirects are
 * never followed and responses never decompressed. With OUTBOUND_HTTPS_ONLY, plain http reaches only the ranges of
 * OUTBOUND_ALLOW.
 */
export function createSafeFetch(options: GuardOptions = {}): SafeFetch {
  const lookup: LookupAll = options.lookup ?? dnsLookup;
  let ranges: AllowedRange[] | null = null;
  const mustBeListed = (protocol: string) =>
    protocol !== "https:" && (options.httpsOnly ?? env().OUTBOUND_HTTPS_ONLY === "yes");
  const isAllowed = (address: string, protocol: string): boolean => {
    ranges ??= (options.allow ?? env().OUTBOUND_ALLOW).map(parseRange);
    return mustBeListed(protocol) ? isListed(address, ranges) : isReachable(address, ranges);
  };
  const sentenceFor = (protocol: string) => (mustBeListed(protocol) ? REFUSED_IN_CLEAR : REFUSED_ADDRESS);
  const refused = (protocol: string) => new RefusedAddress(sentenceFor(protocol));

  const connectorOf = (protocol: string) => {
    const guardedLookup: LookupFunction = (hostname, lookupOptions, done) => {
      lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        if (error) return done(error, "");
        // One private address among public ones refuses the name, because we do not control which address is used.
        const first = addresses[0];
        if (!first || !addresses.every(({ address }) => isAllowed(address, protocol)))
          return done(refused(protocol), "");
        if (lookupOptions.all) return done(null, addresses);
        done(null, first.address, first.family);
      });
    };
    return buildConnector({ allowH2: false, timeout: 10_000, lookup: guardedLookup });
  };
  const connectors = { plain: connectorOf("http:"), encrypted: connectorOf("https:") };
  const guardedConnect: buildConnector.connector = (target, done) => {
    const { protocol } = target;
    // Node does not look up literal IP addresses, so the lookup guard never sees them.
    const literal = bareHost(target.hostname);
    if (isIP(literal) && !isAllowed(literal, protocol)) return done(refused(protocol), null);
    const connect = protocol === "https:" ? connectors.encrypted : connectors.plain;
    connect({ ...target, hostname: literal }, (error, socket) => {
      if (error || !socket) return done(error ?? new Error("no connection"), null);
      if (socket.remoteAddress && isAllowed(socket.remoteAddress, protocol)) return done(null, socket);
      socket.destroy();
      done(refused(protocol), null);
    });
  };
  const agent = new Agent({
    connect: guardedConnect,
    keepAliveTimeout: 10_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });

  return {
    fetch: (request) => {
      const url = plainUrl(request.url);
      if (!url) return Promise.resolve({ kind: "refused-address", error: REFUSED_ADDRESS });
      return exchange(agent, url, request);
    },
    async assertPublicUrl(text, path = "url") {
      const refusedUrl = (protocol: string) =>
        badInput(path, say(mustBeListed(protocol) ? "net.addressInClear" : "net.address"));
      const url = plainUrl(text);
      if (!url) throw badInput(path, say("net.address"));
      const { protocol } = url;
      const name = bareHost(url.hostname);
      const isPublic = (address: string) => isAllowed(address, protocol);
      if (isIP(name)) {
        if (!isPublic(name)) throw refusedUrl(protocol);
        return url;
      }
      const addresses = await addressesOf(name, lookup);
      // Accept a name that does not resolve (yet), unless it can only be private or uses plain http.
      const isUsable =
        addresses.length === 0 ? !isPrivateName(name) && !mustBeListed(protocol) : addresses.every(isPublic);
      if (!isUsable) throw refusedUrl(protocol);
      return url;
    },
    agent,
    close: () => agent.destroy(),
  };
}

let standard: SafeFetch | null = null;

/** Sends a request to a customer-given address; never throws. */
export function safeFetch(request: SafeRequest): Promise<SafeReply> {
  standard ??= createSafeFetch();
  return standard.fetch(request);
}

/** A dispatcher to any host, with the guard, for `download`. */
export function guardedAgent(): Dispatcher {
  standard ??= createSafeFetch();
  return standard.agent;
}

/**
 * Checks an address when it is saved, so that its owner sees a mistake at once.
 * @param path the input field, for the error
 * @throws AppError BAD_INPUT with the same sentence for every reason.
 */
export function assertPublicUrl(url: string, path?: string): Promise<URL> {
  standard ??= createSafeFetch();
  return standard.assertPublicUrl(url, path);
}

function addressesOf(name: string, lookup: LookupAll): Promise<string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), SAVE_LOOKUP_MS);
    lookup(name, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      resolve(error ? [] : addresses.map(({ address }) => address));
    });
  });
}
