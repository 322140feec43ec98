import { isSameSecret } from "../crypto.ts";
import { env } from "../env.ts";
import { metrics } from "../observe/metrics.ts";

/**
 * GET /metrics: what this process counts, in Prometheus's form, for whoever has METRICS_TOKEN. Without that setting the address is not
 * there: figures tell a stranger too much, and where a request really comes from is not known everywhere.
 */
export async function tellMetrics(request: Request): Promise<Response> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return refusal(404, "NOT_FOUND", "Set METRICS_TOKEN to have metrics here");
  const given = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given === undefined || !isSameSecret(given, METRICS_TOKEN)) {
    const answer = refusal(
      401,
      "UNAUTHENTICATED",
      "Send authorization: Bearer and the METRICS_TOKEN of this installation",
    );
    answer.headers.set("www-authenticate", "Bearer");
    return answer;
  }
  const { registry } = metrics;
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
