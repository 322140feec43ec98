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

/** How long exporting the last spans may take, in milliseconds. A missing collector must not keep a process from stopping. */
const LAST_MS = 3_000;

/**
 * Sends spans to a collector in batches, by OTLP over HTTP as JSON. If the collector is unavailable, spans are lost and
 * nothing else is affected.
 * @param options.endpoint the collector's base URL. Spans go to its /v1/traces.
 * @param options.ratio the share of traces to keep, from 0 to 1. The trace id decides, so a trace is kept as a whole or not
 * at all.
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

/** @param parent a W3C traceparent. */
function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags] = parent?.split("-") ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true });
}
