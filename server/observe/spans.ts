import { currentRequestContext, withRequestContext } from "./request-context.ts";

/** What a span says of itself beside its name: numbers and names of ours, never what somebody wrote. */
export type Attributes = Record<string, string | number | boolean>;

/** server: a request came in; client: one goes out; consumer: work that was left behind is taken up. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

export type OpenSpan = {
  /** As W3C writes it: what is begun under it names it as its parent. */
  traceparent: string;
  end: (error?: unknown, attributes?: Attributes) => void;
};

export type Tracer = {
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: string | null) => OpenSpan;
};

let tracer: Tracer | null = null;

/** From now on spans go to the tracer; null: nowhere. */
export function useTracer(given: Tracer | null): void {
  tracer = given;
}

/** Whether spans go anywhere. */
export function keepsTraces(): boolean {
  return tracer !== null;
}

/** Begins a span under the one that is under way; null where no traces are kept. Whoever begins it ends it. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes = {}): OpenSpan | null {
  return tracer ? tracer.begin(name, kind, attributes, currentRequestContext()?.traceparent ?? null) : null;
}

/** Begins one only under another: work that nothing asked for, such as a look for more of it, is not told. */
export function beginChildSpan(name: string, kind: SpanKind, attributes: Attributes = {}): OpenSpan | null {
  if (!tracer || !currentRequestContext()?.traceparent) return null;
  return beginSpan(name, kind, attributes);
}

/** Runs `work` as a span. Without a tracer it is called, and no more. */
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
