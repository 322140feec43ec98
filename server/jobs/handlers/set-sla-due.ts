import { setSlaDue } from "../../inbox/set-sla-due.ts";
import type { JobPayload } from "../queue.ts";

/** After a workspace's targets or business hours have changed: until when everybody who waits there is to be answered. */
export async function setSlaDueOf(payload: JobPayload<"set-sla-due">): Promise<void> {
  await setSlaDue(payload);
}
