import type { SignedIn } from "../auth/session.ts";
import { requiredSso } from "../auth/sso-required.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Invitation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { findInvitation, refuseDead } from "../workspaces/find-invitation.ts";
import { takeInvitation } from "../workspaces/take-invitation.ts";
import { ensureAgent } from "./ensure-agent.ts";
import { hashPassword } from "../auth/passwords.ts";
import { newId } from "../new-id.ts";
import { requiredLine } from "../text-rules.ts";
import { addUser } from "../workspaces/add-user.ts";

/**
 * The signed-in person accepts an invitation: they become a member with an agent. A repeated call changes nothing.
 * @returns the workspace they now belong to.
 * @throws AppError NOT_FOUND (no such link), FORBIDDEN_WORKSPACE (it is for another email), CONFLICT (used, withdrawn, expired)
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

/** The context of an invited person in the workspace that they are about to join. */
function inviteeCtx({ workspaceId, role }: Invitation, person: SignedIn): Ctx {
  const actor = { kind: "user", ...person, agentId: null, role } as const;
  return { db: database(), workspaceId, actor, plan: null, now: new Date(), wakes: null };
}

type AccountInput = { token: string; name: string; password: string };

/**
 * An invited person without an account creates one with the invited email, and accepts. Account, membership and agent are created
 * together, or none of them.
 * @returns the workspace they now belong to, and the email to sign in with.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT (the email has an account, or its company requires single sign-on; the link is used,
 * withdrawn or expired)
 */
export async function acceptWithAccount(input: AccountInput): Promise<{ workspaceId: number; email: string }> {
  const { invitation, state } = await findInvitation(database(), input.token);
  refuseDead(state);
  const { email } = invitation;
  const domain = await requiredSso(email, null);
  if (domain) throw new AppError("CONFLICT", say("sso.required", { domain }));
  const fullName = requiredLine("name", input.name);
  const passwordHash = await hashPassword(input.password);
  const id = newId();
  // They sign in only after this, so there is no session yet.
  return inTransaction(inviteeCtx(invitation, { userId: id, sessionId: "" }), async (tx) => {
    const user = await addUser(tx.db, { id, email, fullName, passwordHash });
    await takeInvitation(tx, input.token, user);
    await ensureAgent(tx, user);
    return { workspaceId: tx.workspaceId, email };
  });
}
