import { verb } from "../verb.ts";
import { invitationRecords } from "./invitation-record.ts";
import type { InvitationRecord } from "./invitation-record.ts";
import { waiting } from "./waiting-invitations.ts";

/** The invitations that wait to be accepted, newest first. */
export const listInvitations = verb({ may: "MANAGE_WORKSPACE" }, async (ctx): Promise<InvitationRecord[]> => {
  const rows = await ctx.db.invitation.findMany({
    where: waiting(ctx),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return invitationRecords(ctx, rows);
});
