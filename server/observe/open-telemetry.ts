import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { sayError } from "../redact.ts";
import type { SpanKind as Kind, Tracer } from "./spans.ts";

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** How long the last spans may take to be handed over, in milliseconds: a collector that is gone holds no process. */
const LAST_MS = 3_000;

/**
 * Hands spans to a collector by OTLP over HTTP, as JSON, in batches. A collector that is away costs spans and nothing else.
 * @param options.endpoint the collector's address; the spans go to /v1/traces below it.
 * @param options.ratio of the traces that are kept, from 0 to 1. By the trace's id: of a trace all spans are kept, or none.
 */
export function openTelemetry(options: { endpoint: string; ratio: number; service: string }): {
  tracer: Tracer;
  stop: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces`, timeoutMillis: LAST_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": options.service }),
    sampler: new TraceIdRatioBasedSampler(options.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: LAST_MS })],
  });
  const otel = provider.getTracer("omnichannel");
  const tracer: Tracer = {
    begin(name, kind, attributes, parent) {
      const one = otel.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = one.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        end(error, more) {
          if (more) one.setAttributes(more);
          if (error !== undefined) one.setStatus({ code: SpanStatusCode.ERROR, message: sayError(error) });
          one.end();
        },
      };
    },
  };
  return { tracer, stop: () => provider.shutdown().catch(() => undefined) };
}

/** @param parent as W3C writes it. */
function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags] = parent?.split("-") ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true });
}
