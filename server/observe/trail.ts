import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../new-id.ts";

/** What the work under way came of. */
export type Trail = {
  /** Of the request that began it; null where none did. */
  requestId: string | null;
  /** The span under way, as W3C writes it (traceparent); null where no traces are kept. */
  traceparent: string | null;
  /** The workspace in whose line its database connections wait; left out where they wait in none. */
  workspaceId?: number | undefined;
};

/** What a caller may name a request: no spaces, nothing that means something to a log, a header or a query. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Stands for a request id in the text of a trail that has none. */
const NONE = "-";

const storage = new AsyncLocalStorage<Trail | null>();

/** The trail that the caller is on; null for work that nothing asked for. */
export function currentTrail(): Trail | null {
  return storage.getStore() ?? null;
}

/** Runs `work`, and all that it begins, on a trail. */
export function onTrail<T>(trail: Trail | null, work: () => T): T {
  return storage.run(trail, work);
}

/** Runs what serves many requests, or outlives the one that began it, on no trail. */
export function offTrail<T>(work: () => T): T {
  return storage.run(null, work);
}

/** From here on the caller's work takes database connections in the line of a workspace. */
export function waitInLineOf(workspaceId: number): void {
  const trail = storage.getStore();
  if (trail) trail.workspaceId = workspaceId;
}

/**
 * Runs work whose connections wait in no line: what holds a connection already would wait for itself, and what is written for several
 * workspaces would wait for one of them.
 */
export function pastTheLine<T>(work: () => T): T {
  const trail = storage.getStore();
  return trail?.workspaceId === undefined ? work() : storage.run({ ...trail, workspaceId: undefined }, work);
}

/** The id that a request's header gives it, or a new one (uuid 7, which tells when). */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && REQUEST_ID.test(header) ? header : newId();
}

/** The span of a caller's, by its header; null for what is none. */
export function traceparentOf(header: string | string[] | undefined): string | null {
  return typeof header === "string" && TRACEPARENT.test(header) ? header : null;
}

/** The id under which a fault is told to its caller and to the log. */
export function currentRequestId(): string {
  return currentTrail()?.requestId ?? newId();
}

/** The trail under way as it is kept beside a row that work goes on from; null for none. */
export function trailText(): string | null {
  const trail = currentTrail();
  if (!trail) return null;
  const { requestId, traceparent } = trail;
  return traceparent === null ? requestId : `${requestId ?? NONE} ${traceparent}`;
}

/** A trail as it was kept; null for what is none. */
export function readTrail(text: string | null | undefined): Trail | null {
  if (!text) return null;
  const [requestId = NONE, traceparent] = text.split(" ");
  return { requestId: REQUEST_ID.test(requestId) ? requestId : null, traceparent: traceparentOf(traceparent) };
}
