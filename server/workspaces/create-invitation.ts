import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { optionalEmail } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { lockEmail } from "./access.ts";
import type { NewInvitation } from "./invitation-record.ts";
import { addInvitation, mayOffer, withdrawInvitations } from "./waiting-invitations.ts";
import { say } from "../say.ts";

export type InvitationCreateInput = { email: string; role: Role };

/**
 * Invites a person by email. Inviting them again replaces the pending invitation: the new link works, the old one does not.
 * @returns the invitation with its link, which no other response contains.
 * @throws AppError BAD_INPUT (no email, OWNER), FORBIDDEN_ROLE (a key that invites an ADMIN), CONFLICT (a member), RATE_LIMITED
 */
export const createInvitation = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: InvitationCreateInput): Promise<NewInvitation> => {
    mayOffer(ctx, input.role);
    const email = optionalEmail("email", input.email)?.toLowerCase();
    if (!email) throw badInput("email", say("input.empty", { field: "email" }));
    return inTransaction(ctx, async (tx) => {
      await lockEmail(tx, email);
      const member = await tx.db.membership.findFirst({ where: { workspaceId: tx.workspaceId, user: { email } } });
      if (member) throw new AppError("CONFLICT", say("refusal.inWorkspace"));
      await withdrawInvitations(tx, { email });
      const invitation = await addInvitation(tx, { email, role: input.role });
      await audit(tx, "createInvitation", invitation.id, { after: { email, role: input.role } });
      return invitation;
    });
  },
);
