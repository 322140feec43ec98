import { instanceId } from "../instance.ts";
import { notReadyReason } from "../readiness.ts";

/** GET /healthz: the process runs, and of which installation it is. */
export function healthz(): Response {
  return Response.json({ status: "ok", instance: instanceId() });
}

/** GET /readyz: 200 while requests can be served, else 503 and why. */
export async function readyz(): Promise<Response> {
  const reason = await notReadyReason();
  if (reason === undefined) return Response.json({ status: "ready" });
  return Response.json({ status: "not ready", reason }, { status: 503 });
}
