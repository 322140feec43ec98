import type { SignedIn } from "../auth/session.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import { database } from "../db.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { findInvitation, type InvitationState } from "./find-invitation.ts";
import { personNames } from "./invitation-record.ts";

/** What the page behind a link shows; a link that opens nothing any more tells its state and nothing else. */
export type InvitationView =
  | { state: Exclude<InvitationState, "waiting"> }
  | {
      state: "waiting";
      workspaceName: string;
      /** Null when a key invited. */
      inviterName: string | null;
      email: string;
      role: Role;
      /** Whether somebody has an account with this e-mail: they sign in, others make one. */
      hasAccount: boolean;
      /** Who is signed in on this browser; null for nobody. Only the invited e-mail may accept. */
      signedInAs: string | null;
    };

/**
 * An invitation as its link shows it to whoever opens it.
 * @throws AppError NOT_FOUND for a link that never was.
 */
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
