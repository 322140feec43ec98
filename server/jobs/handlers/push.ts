import { sendPush } from "../../notices/send-push.ts";
import type { JobPayload } from "../queue.ts";

/** Tells one browser of something; fails, and so is tried again, while its push service is away. */
export async function push(payload: JobPayload<"push">): Promise<void> {
  await sendPush(payload);
}
