import { lookup as dnsLookup } from "node:dns";
import type { LookupAddress, LookupAllOptions } from "node:dns";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import type { Dispatcher } from "undici";
import { env } from "./env.ts";
import { AppError } from "./errors.ts";
import { exchange } from "./http-exchange.ts";
import type { SafeReply, SafeRequest } from "./http-exchange.ts";
import {
  bareHost,
  isPrivateName,
  isReachable,
  parseRange,
  plainUrl,
  REFUSED_ADDRESS,
  RefusedAddress,
} from "./safe-address.ts";
import type { AllowedRange } from "./safe-address.ts";

/** A save must not hang on a name server; the guard at the time of sending is the one that counts. */
const SAVE_LOOKUP_MS = 2_000;

type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** What the guard lets through and how it resolves names; the defaults are the settings and the system's resolver. */
export type GuardOptions = { allow?: readonly string[]; lookup?: LookupAll };

export type SafeFetch = {
  fetch: (request: SafeRequest) => Promise<SafeReply>;
  assertPublicUrl: (url: string) => Promise<URL>;
  /** For files: redirects are followed by whoever asks, and each hop comes by here again (http-download.ts). */
  agent: Dispatcher;
  close: () => Promise<void>;
};

/**
 * The one door to customer-given addresses (webhooks, custom channels, custom assistants). An address is looked at three
 * times: as it is written, as it is looked up, and as the socket is connected; a name that changes its mind in between
 * reaches nothing. Redirects are never followed and answers never unpacked.
 */
export function createSafeFetch(options: GuardOptions = {}): SafeFetch {
  const lookup: LookupAll = options.lookup ?? dnsLookup;
  let ranges: AllowedRange[] | null = null;
  const isAllowed = (address: string): boolean => {
    ranges ??= (options.allow ?? env().OUTBOUND_ALLOW).map(parseRange);
    return isReachable(address, ranges);
  };

  const guardedLookup: LookupFunction = (hostname, lookupOptions, done) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return done(error, "");
      // One private address among public ones refuses the name: which of them is used is not ours to choose.
      const first = addresses[0];
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return done(new RefusedAddress(), "");
      if (lookupOptions.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ allowH2: false, timeout: 10_000, lookup: guardedLookup });
  const guardedConnect: buildConnector.connector = (target, done) => {
    // Node does not look up a literal, so that the look-up's guard never sees it.
    const literal = bareHost(target.hostname);
    if (isIP(literal) && !isAllowed(literal)) return done(new RefusedAddress(), null);
    connect({ ...target, hostname: literal }, (error, socket) => {
      if (error || !socket) return done(error ?? new Error("no connection"), null);
      if (socket.remoteAddress && isAllowed(socket.remoteAddress)) return done(null, socket);
      socket.destroy();
      done(new RefusedAddress(), null);
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
    async assertPublicUrl(text) {
      const url = plainUrl(text);
      if (!url) throw refusedUrl();
      const name = bareHost(url.hostname);
      if (isIP(name)) {
        if (!isAllowed(name)) throw refusedUrl();
        return url;
      }
      const addresses = await addressesOf(name, lookup);
      // A name that does not resolve (yet) is no reason to refuse it, unless it can only ever be private.
      if (addresses.length === 0 ? isPrivateName(name) : !addresses.every(isAllowed)) throw refusedUrl();
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

/** The guarded way to any host, for `download`. */
export function guardedAgent(): Dispatcher {
  standard ??= createSafeFetch();
  return standard.agent;
}

/**
 * Checks an address when it is saved, so that its owner hears of a mistake at once.
 * @throws AppError BAD_INPUT with one sentence, whatever the reason.
 */
export function assertPublicUrl(url: string): Promise<URL> {
  standard ??= createSafeFetch();
  return standard.assertPublicUrl(url);
}

function refusedUrl(): AppError {
  return new AppError("BAD_INPUT", REFUSED_ADDRESS, { fields: [{ path: "input.url", message: REFUSED_ADDRESS }] });
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
