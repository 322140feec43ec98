import type { Answer } from "../http/answer.ts";
import { instanceId } from "../instance.ts";
import { notReadyReason } from "../readiness.ts";

/** GET /healthz: 200 while the process runs, with the id of its installation. */
export function healthz(): Answer {
  return { status: 200, body: { status: "ok", instance: instanceId() } };
}

/** GET /readyz: 200 while the process can serve requests, otherwise 503 with the reason. */
export async function readyz(): Promise<Answer> {
  const reason = await notReadyReason();
  if (reason === undefined) return { status: 200, body: { status: "ready" } };
  return { status: 503, body: { status: "not ready", reason } };
}
