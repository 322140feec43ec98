import { env } from "../env.ts";
import { useTracer } from "./spans.ts";

/**
 * Keeps traces where OTEL_EXPORTER_OTLP_ENDPOINT says so; nothing of the library is loaded elsewhere.
 * @param process which of ours this is; part of the service's name.
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
