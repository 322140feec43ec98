import { mailNotices } from "../../notices/mail-notices.ts";
import type { JobPayload } from "../queue.ts";

/** One person's letter; fails, and so is tried again, while the mail server is away. */
export async function mailNoticesOf(payload: JobPayload<"mail-notices">): Promise<void> {
  await mailNotices(payload);
}
