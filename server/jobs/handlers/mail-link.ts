import { mailLink } from "../../workspaces/mail-link.ts";
import type { JobPayload } from "../queue.ts";

/** Mails the link of a sign-up or of a reset; fails, and so is tried again, while the mail server is away. */
export async function mailLinkOf(payload: JobPayload<"mail-link">): Promise<void> {
  await mailLink(payload.linkId);
}
