import { mailInvitation } from "../../workspaces/mail-invitation.ts";

/** Mails an invitation; fails, and so is tried again, while the mail server is away. */
export async function mailInvited(payload: { workspaceId: number; invitationId: string }): Promise<void> {
  await mailInvitation(payload);
}
