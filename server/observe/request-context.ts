import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../new-id.ts";

/** The request that caused the current work. */
export type RequestContext = {
  /** The ID of the request that started the work; null if there was none. */
  requestId: string | null;
  /** The current span as W3C traceparent; null when no traces are kept. */
  traceparent: string | null;
  /** The workspace in whose queue the work waits for database connections. Without it, the work does not queue. */
  workspaceId?: number | undefined;
};

/** A request ID that callers may set: no spaces, and no characters with a meaning in logs, headers or queries. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** Represents a missing request ID in the text of a context. */
const NONE = "-";

const storage = new AsyncLocalStorage<RequestContext | null>();

/** The current request context; null for work that no request started. */
export function currentRequestContext(): RequestContext | null {
  return storage.getStore() ?? null;
}

/** Runs `work`, and everything it starts, in a request context. */
export function withRequestContext<T>(context: RequestContext | null, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work without a request context. For work that serves many requests or outlives the request that started it. */
export function withoutRequestContext<T>(work: () => T): T {
  return storage.run(null, work);
}

/** From here on, the current work waits for database connections in this workspace's queue. */
export function waitInLineOf(workspaceId: number): void {
  const context = storage.getStore();
  if (context) context.workspaceId = workspaceId;
}

/**
 * Runs work that takes connections without queueing. Work that already holds a connection would wait for itself, and work
 * for several workspaces would wait for one of them.
 */
export function pastTheLine<T>(work: () => T): T {
  const context = storage.getStore();
  return context?.workspaceId === undefined ? work() : storage.run({ ...context, workspaceId: undefined }, work);
}

/** The request ID from the header, or a new one (UUID version 7, which includes the time). */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && REQUEST_ID.test(header) ? header : newId();
}

/** The caller's span from its header; null if invalid. */
export function traceparentOf(header: string | string[] | undefined): string | null {
  return typeof header === "string" && TRACEPARENT.test(header) ? header : null;
}

/** The request ID that connects an error in the response with the log. */
export function currentRequestId(): string {
  return currentRequestContext()?.requestId ?? newId();
}

/** The request context as text, stored with a row (column `trail`) for later work; null for none. */
export function requestContextText(): string | null {
  const context = currentRequestContext();
  if (!context) return null;
  const { requestId, traceparent } = context;
  return traceparent === null ? requestId : `${requestId ?? NONE} ${traceparent}`;
}

/** Parses a stored request context; null if the text is invalid. */
export function readRequestContext(text: string | null | undefined): RequestContext | null {
  if (!text) return null;
  const [requestId = NONE, traceparent] = text.split(" ");
  return { requestId: REQUEST_ID.test(requestId) ? requestId : null, traceparent: traceparentOf(traceparent) };
}
