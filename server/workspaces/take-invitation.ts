import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Invitation, User } from "../generated/prisma/client.ts";
import { lockEmail } from "./access.ts";
import { findInvitation, refuseDead } from "./find-invitation.ts";
import { waiting } from "./waiting-invitations.ts";
import { say } from "../say.ts";

/**
 * Makes the invited person a member. Only the account with the invited email may accept, so a forwarded or leaked link admits no one
 * else. Accepting twice has no further effect; an existing member keeps their role.
 * @throws AppError FORBIDDEN_WORKSPACE (another email), CONFLICT (used, withdrawn, expired), NOT_FOUND
 */
export async function takeInvitation(tx: Ctx, token: string, user: Pick<User, "id" | "email">): Promise<void> {
  const { workspaceId } = tx;
  await lockEmail(tx, user.email);
  const { invitation, state } = await findInvitation(tx.db, token);
  refuseOthers(invitation, user.email);
  const place = { workspaceId_userId: { workspaceId, userId: user.id } };
  if (state === "accepted" && invitation.acceptedById === user.id) {
    // Without a membership, the user was removed since and the link is used up.
    if (await tx.db.membership.findUnique({ where: place })) return;
  }
  refuseDead(state);
  // Checks the row again: an admin may withdraw the invitation at this moment and must be able to rely on it.
  const { count } = await tx.db.invitation.updateMany({
    where: waiting(tx, { id: invitation.id }),
    data: { acceptedAt: tx.now, acceptedById: user.id },
  });
  if (count === 0) refuseDead("revoked");
  const { role } = await tx.db.membership.upsert({
    where: place,
    create: { workspaceId, userId: user.id, role: invitation.role },
    update: {},
  });
  await audit(tx, "acceptInvitation", invitation.id, { after: { email: user.email, userId: user.id, role } });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
}

function refuseOthers({ email }: Invitation, own: string): void {
  if (email === own) return;
  throw new AppError("FORBIDDEN_WORKSPACE", say("workspaces.invitationOfOther", { email }));
}
