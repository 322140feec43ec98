import { mailInvitation } from "../../workspaces/mail-invitation.ts";
import type { JobPayload } from "../queue.ts";

/** Mails an invitation; fails, and so is tried again, while the mail server is away. */
export async function mailInvited(payload: JobPayload<"mail-invitation">): Promise<void> {
  await mailInvitation(payload);
}
