import { z } from "zod";
import type { Answer } from "../http/answer.ts";
import type { ApiCall } from "../http/api-call.ts";
import { instanceId } from "../instance.ts";
import { notReadyReason } from "../readiness.ts";

export const healthzApi: ApiCall = {
  group: "Operating",
  summary: "Whether the process runs",
  caller: "anybody",
  answer: { status: 200, says: "It runs.", body: z.object({ status: z.literal("ok"), instance: z.string() }) },
};

export const readyzApi: ApiCall = {
  group: "Operating",
  summary: "Whether the process can serve requests",
  details: "503 with the `reason` while it cannot: for load balancers.",
  caller: "anybody",
  answer: { status: 200, says: "It can.", body: z.object({ status: z.literal("ready") }) },
};

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
