import { currentRequestContext, withRequestContext } from "./request-context.ts";

/** Attributes of a span: numbers and our own names, never text from people. */
export type Attributes = Record<string, string | number | boolean>;

/** server: an incoming request; client: an outgoing one; consumer: queued work that is picked up. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

export type OpenSpan = {
  /** The W3C traceparent. Child spans name it as their parent. */
  traceparent: string;
  end: (error?: unknown, attributes?: Attributes) => void;
};

export type Tracer = {
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: string | null) => OpenSpan;
};

let tracer: Tracer | null = null;

/** Sends spans to the tracer from now on; null: nowhere. */
export function useTracer(given: Tracer | null): void {
  tracer = given;
}

export function keepsTraces(): boolean {
  return tracer !== null;
}

/** Starts a span under the current one; null when no traces are kept. The caller must end it. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes = {}): OpenSpan | null {
  return tracer ? tracer.begin(name, kind, attributes, currentRequestContext()?.traceparent ?? null) : null;
}

/** Starts a span only under another one. Work without a request, such as polling, is not traced. */
export function beginChildSpan(name: string, kind: SpanKind, attributes: Attributes = {}): OpenSpan | null {
  if (!tracer || !currentRequestContext()?.traceparent) return null;
  return beginSpan(name, kind, attributes);
}

/** Runs `work` as a span. Without a tracer it only calls `work`. */
export function span<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const open = beginSpan(name, kind, attributes);
  return open ? within(open, work) : work();
}

async function within<T>(open: OpenSpan, work: () => Promise<T>): Promise<T> {
  const { requestId = null, workspaceId } = currentRequestContext() ?? {};
  try {
    const result = await withRequestContext({ requestId, workspaceId, traceparent: open.traceparent }, work);
    open.end();
    return result;
  } catch (error) {
    open.end(error);
    throw error;
  }
}
