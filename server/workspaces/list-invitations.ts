import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { invitationRecords } from "./invitation-record.ts";
import type { InvitationRecord } from "./invitation-record.ts";
import { waiting } from "./waiting-invitations.ts";

/** The invitations that wait to be accepted, newest first. */
export async function listInvitations(ctx: Ctx): Promise<InvitationRecord[]> {
  can(ctx, "MANAGE_WORKSPACE");
  const rows = await ctx.db.invitation.findMany({
    where: waiting(ctx),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return invitationRecords(ctx, rows);
}
