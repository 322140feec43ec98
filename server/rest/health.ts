import type { Answer } from "../http/answer.ts";
import { instanceId } from "../instance.ts";
import { notReadyReason } from "../readiness.ts";

/** GET /healthz: the process runs, and of which installation it is. */
export function healthz(): Answer {
  return { status: 200, body: { status: "ok", instance: instanceId() } };
}

/** GET /readyz: 200 while requests can be served, else 503 and why. */
export async function readyz(): Promise<Answer> {
  const reason = await notReadyReason();
  if (reason === undefined) return { status: 200, body: { status: "ready" } };
  return { status: 503, body: { status: "not ready", reason } };
}
