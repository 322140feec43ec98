import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../new-id.ts";

/** The request that the work under way belongs to. */
export type RequestContext = {
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
/** Stands for a request id in the text of a context that has none. */
const NONE = "-";

const storage = new AsyncLocalStorage<RequestContext | null>();

/** The request context of the caller; null for work that no request began. */
export function currentRequestContext(): RequestContext | null {
  return storage.getStore() ?? null;
}

/** Runs `work`, and all that it begins, in a request context. */
export function withRequestContext<T>(context: RequestContext | null, work: () => T): T {
  return storage.run(context, work);
}

/** Runs work that serves many requests, or outlives the one that began it, in no request context. */
export function withoutRequestContext<T>(work: () => T): T {
  return storage.run(null, work);
}

/** From here on the caller's work takes database connections in the line of a workspace. */
export function waitInLineOf(workspaceId: number): void {
  const context = storage.getStore();
  if (context) context.workspaceId = workspaceId;
}

/**
 * Runs work whose connections wait in no line: what holds a connection already would wait for itself, and what is written for several
 * workspaces would wait for one of them.
 */
export function pastTheLine<T>(work: () => T): T {
  const context = storage.getStore();
  return context?.workspaceId === undefined ? work() : storage.run({ ...context, workspaceId: undefined }, work);
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
  return currentRequestContext()?.requestId ?? newId();
}

/** The caller's request context as text, to be stored with a row (column `trail`) that later work starts from; null for none. */
export function requestContextText(): string | null {
  const context = currentRequestContext();
  if (!context) return null;
  const { requestId, traceparent } = context;
  return traceparent === null ? requestId : `${requestId ?? NONE} ${traceparent}`;
}

/** Reads a stored request context; null if the text is none. */
export function readRequestContext(text: string | null | undefined): RequestContext | null {
  if (!text) return null;
  const [requestId = NONE, traceparent] = text.split(" ");
  return { requestId: REQUEST_ID.test(requestId) ? requestId : null, traceparent: traceparentOf(traceparent) };
}
