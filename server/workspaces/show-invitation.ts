import type { SignedIn } from "../auth/session.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { database } from "../db.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { findInvitation, type InvitationState } from "./find-invitation.ts";
import { personNames } from "./invitation-record.ts";

/** What the invitation page shows. For a link that no longer works: only its state. */
export type InvitationView =
  | { state: Exclude<InvitationState, "waiting"> }
  | {
      state: "waiting";
      workspaceName: string;
      /** null when an API key sent the invitation. */
      inviterName: string | null;
      email: string;
      role: Role;
      /** Whether an account with this email exists: then the page asks to sign in, otherwise to sign up. */
      hasAccount: boolean;
      /** The email signed in on this browser; null: none. Only the invited email may accept. */
      signedInAs: string | null;
    };

/** @throws AppError NOT_FOUND for an unknown link. */
export async function showInvitation(input: { token: string; person: SignedIn | null }): Promise<InvitationView> {
  const db = database();
  const { invitation, workspaceName, state } = await findInvitation(db, input.token);
  if (state !== "waiting") return { state };
  const { workspaceId, email, role, invitedById } = invitation;
  const ctx = systemCtx(workspaceId, "show-invitation");
  const [names, accounts, person] = await Promise.all([
    personNames(ctx, [invitedById]),
    db.user.count({ where: { email } }),
    input.person ? db.user.findUnique({ where: { id: input.person.userId }, select: { email: true } }) : null,
  ]);
  return {
    state,
    workspaceName,
    inviterName: names.get(invitedById) ?? null,
    email,
    role,
    hasAccount: accounts > 0,
    signedInAs: person?.email ?? null,
  };
}
