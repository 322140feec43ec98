import { hashPassword } from "../auth/passwords.ts";
import { database, inTransaction } from "../db.ts";
import { newId } from "../new-id.ts";
import { requiredLine } from "../text-rules.ts";
import { addUser } from "../workspaces/add-user.ts";
import { findInvitation, refuseDead } from "../workspaces/find-invitation.ts";
import { takeInvitation } from "../workspaces/take-invitation.ts";
import { inviteeCtx } from "./accept-invitation.ts";
import { ensureAgent } from "./ensure-agent.ts";

export type AccountInput = { token: string; name: string; password: string };

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
