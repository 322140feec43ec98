import type { Invitation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { waiting } from "./waiting-invitations.ts";

/** Pending invitations, newest first. */
export const listInvitations = verb({ may: "MANAGE_WORKSPACE" }, async (ctx): Promise<Invitation[]> => {
  return ctx.db.invitation.findMany({
    where: waiting(ctx),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
});
