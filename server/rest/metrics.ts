import { isSameSecret } from "../crypto.ts";
import { env } from "../env.ts";
import type { Answer } from "../http/answer.ts";
import type { ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { metrics } from "../observe/metrics.ts";

export const metricsApi: ApiCall = {
  group: "Operating",
  summary: "Figures of this process for Prometheus",
  details: "Only where METRICS_TOKEN is set. Each process has its own.",
  caller: "metricsToken",
  answer: { status: 200, says: "Prometheus' text format.", type: "text/plain" },
  refusals: ["UNAUTHENTICATED", "NOT_FOUND"],
};

/**
 * GET /metrics: the metrics of this process in Prometheus format, for callers with METRICS_TOKEN. Without that setting, the
 * endpoint does not exist: metrics reveal too much to strangers, and not every setup shows where a request comes from.
 */
export async function answerMetrics({ headers }: Call): Promise<Answer> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return refusal(404, "NOT_FOUND", "Set METRICS_TOKEN to have metrics here");
  const given = /^bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (given === undefined || !isSameSecret(given, METRICS_TOKEN)) {
    const message = "Send authorization: Bearer and the METRICS_TOKEN of this installation";
    return { ...refusal(401, "UNAUTHENTICATED", message), headers: { "www-authenticate": "Bearer" } };
  }
  const { registry } = metrics;
  return {
    status: 200,
    text: await registry.metrics(),
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  };
}

function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } };
}
