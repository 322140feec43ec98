import { hashSecret } from "../auth/key-format.ts";
import type { Db } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import type { Invitation } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";

/** The current state of an invitation link. */
export type InvitationState = "waiting" | "accepted" | "revoked" | "expired";

/**
 * The invitation for a link, and its workspace.
 * @throws AppError NOT_FOUND for an unknown link, and for one of a deleted workspace.
 */
export async function findInvitation(
  db: Db,
  token: string,
): Promise<{ invitation: Invitation; workspaceName: string; state: InvitationState }> {
  const invitation = await db.invitation.findFirst({ where: { tokenHash: hashSecret(token) } });
  const workspace = invitation
    ? await db.workspace.findFirst({ where: { id: invitation.workspaceId, deletedAt: null } })
    : null;
  if (!invitation || !workspace) throw notFound("invitation");
  return { invitation, workspaceName: workspace.name, state: stateOf(invitation) };
}

function stateOf({ acceptedAt, revokedAt, expiresAt }: Invitation): InvitationState {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt > new Date() ? "waiting" : "expired";
}

const DEAD: Record<Exclude<InvitationState, "waiting">, Said> = {
  accepted: say("workspaces.invitationAccepted"),
  revoked: say("workspaces.invitationRevoked"),
  expired: say("workspaces.invitationExpired"),
};

/** @throws AppError CONFLICT with the state, for a link that no longer works. */
export function refuseDead(state: InvitationState): void {
  if (state !== "waiting") throw new AppError("CONFLICT", DEAD[state]);
}
