import type { SignedIn } from "../auth/session.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Invitation } from "../generated/prisma/client.ts";
import { findInvitation, refuseDead } from "../workspaces/find-invitation.ts";
import { takeInvitation } from "../workspaces/take-invitation.ts";
import { ensureAgent } from "./ensure-agent.ts";
import { hashPassword } from "../auth/passwords.ts";
import { newId } from "../new-id.ts";
import { requiredLine } from "../text-rules.ts";
import { addUser } from "../workspaces/add-user.ts";

/**
 * The signed-in person accepts an invitation: they are a member and have an agent from here on. Once more changes nothing.
 * @returns where they belong now.
 * @throws AppError NOT_FOUND (no such link), FORBIDDEN_WORKSPACE (it is for another e-mail), CONFLICT (used, withdrawn, run out)
 */
export async function acceptInvitation(input: { token: string; person: SignedIn }): Promise<{ workspaceId: number }> {
  const { invitation } = await findInvitation(database(), input.token);
  return inTransaction(inviteeCtx(invitation, input.person), async (tx) => {
    const user = await tx.db.user.findUniqueOrThrow({ where: { id: input.person.userId } });
    await takeInvitation(tx, input.token, user);
    await ensureAgent(tx, user);
    return { workspaceId: tx.workspaceId };
  });
}

/** The invited person in the workspace that they are about to enter. */
function inviteeCtx({ workspaceId, role }: Invitation, person: SignedIn): Ctx {
  const actor = { kind: "user", ...person, agentId: null, role } as const;
  return { db: database(), workspaceId, actor, plan: null, now: new Date(), wakes: null };
}

type AccountInput = { token: string; name: string; password: string };

/**
 * An invited person who has no account makes one, under the invited e-mail, and accepts: account, membership and agent, or
 * none of them.
 * @returns where they belong now, and the e-mail to sign in with.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT (the e-mail has an account; the link is used, withdrawn or has run out)
 */
export async function acceptWithAccount(input: AccountInput): Promise<{ workspaceId: number; email: string }> {
  const { invitation, state } = await findInvitation(database(), input.token);
  refuseDead(state);
  const fullName = requiredLine("name", input.name);
  const passwordHash = await hashPassword(input.password);
  const { email } = invitation;
  const id = newId();
  // They are signed in only after this.
  return inTransaction(inviteeCtx(invitation, { userId: id, sessionId: "" }), async (tx) => {
    const user = await addUser(tx.db, { id, email, fullName, passwordHash });
    await takeInvitation(tx, input.token, user);
    await ensureAgent(tx, user);
    return { workspaceId: tx.workspaceId, email };
  });
}
