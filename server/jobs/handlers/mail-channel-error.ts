import { mailChannelError } from "../../integrations/mail-channel-error.ts";
import type { JobPayload } from "../queue.ts";

/** Mails an admin that a channel is in error; fails, and so is tried again, while the mail server is away. */
export async function mailAdmin(payload: JobPayload<"mail-channel-error">): Promise<void> {
  await mailChannelError(payload);
}
