import { env } from "../env.ts";
import { useTracer } from "./spans.ts";

/**
 * Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise the library is not loaded.
 * @param process which of our processes this is. Becomes part of the service name.
 */
export async function keepTraces(process: "web" | "worker"): Promise<{ stop: () => Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = env();
  if (!endpoint) return { stop: () => Promise.resolve() };
  const { openTelemetry } = await import("./open-telemetry.ts");
  const { tracer, stop } = openTelemetry({ endpoint, ratio, service: `omnichannel-${process}` });
  useTracer(tracer);
  return {
    stop() {
      useTracer(null);
      return stop();
    },
  };
}
