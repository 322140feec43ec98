import { sendGesture } from "../../inbox/send-gesture.ts";
import type { JobPayload } from "../queue.ts";

/** Shows a reaction, or that a conversation was read, at the provider. */
export async function sendGestures(payload: JobPayload<"send-gesture">): Promise<void> {
  await sendGesture(payload);
}
