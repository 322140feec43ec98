import { hashSecret } from "../auth/key-format.ts";
import { can, mustHaveNoLimits } from "../auth/permissions.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Invitation, Prisma } from "../generated/prisma/client.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { enqueue } from "../work/queue.ts";
import { newId } from "../new-id.ts";
import type { NewInvitation } from "./invitation-record.ts";
import { invitationLink, invitationToken } from "./invitation-token.ts";
import { say } from "../say.ts";

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Limits abuse: admins can enter any address, and no real team grows by more than this in an hour. */
const MOST_PER_HOUR = 100;
const HOUR_MS = 60 * 60 * 1000;

/** Matches invitations that are neither accepted nor withdrawn, including expired ones that were not replaced. */
export function waiting(ctx: Ctx, more: Prisma.InvitationWhereInput = {}): Prisma.InvitationWhereInput {
  return { workspaceId: ctx.workspaceId, acceptedAt: null, revokedAt: null, ...more };
}

/** @throws AppError NOT_FOUND, also for an invitation that was accepted, withdrawn or replaced. */
export async function waitingInvitationOr404(ctx: Ctx, id: string): Promise<Invitation> {
  const invitation = await ctx.db.invitation.findFirst({ where: waiting(ctx, { id }) });
  if (!invitation) throw notFound("invitation");
  return invitation;
}

/**
 * Whether the actor may offer this role. No one may offer OWNER, and only those who may assign roles may offer ADMIN. Otherwise an API
 * key could invite an admin and so gain rights that no key may have. A key with limits invites nobody, for the same reason.
 * @throws AppError BAD_INPUT, FORBIDDEN_ROLE
 */
export function mayOffer(ctx: Ctx, role: Role): void {
  if (role === "OWNER") throw badInput("role", say("workspaces.inviteOwner"));
  if (role === "ADMIN") can(ctx, "ASSIGN_ROLE");
  mustHaveNoLimits(ctx);
}

/** Withdraws the matching pending invitations. Their links stop working at the commit. */
export async function withdrawInvitations(tx: Ctx, which: Prisma.InvitationWhereInput): Promise<void> {
  await tx.db.invitation.updateMany({ where: waiting(tx, which), data: { revokedAt: tx.now } });
}

/**
 * Stores an invitation and the job that emails it. The caller must hold the email's lock and have withdrawn the previous invitation.
 * @throws AppError RATE_LIMITED
 */
export async function addInvitation(tx: Ctx, input: { email: string; role: Role }): Promise<NewInvitation> {
  const { workspaceId } = tx;
  const since = new Date(tx.now.getTime() - HOUR_MS);
  const lately = await tx.db.invitation.count({ where: { workspaceId, createdAt: { gt: since } } });
  if (lately >= MOST_PER_HOUR) {
    throw new AppError("RATE_LIMITED", say("workspaces.invitationsPerHour", { count: MOST_PER_HOUR }), {
      retryAfterSeconds: HOUR_MS / 1000,
      rateLimit: MOST_PER_HOUR,
    });
  }
  const id = newId();
  const token = invitationToken(workspaceId, id);
  const invitation = await tx.db.invitation.create({
    data: {
      workspaceId,
      id,
      ...input,
      tokenHash: hashSecret(token),
      invitedById: actorId(tx.actor),
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + LIFE_MS),
    },
  });
  await enqueue(tx, "mail-invitation", { workspaceId, invitationId: id });
  await emit(tx, { name: "WORKSPACE_CHANGED" });
  return { ...invitation, link: invitationLink(token) };
}
