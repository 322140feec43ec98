import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { verb } from "../verb.ts";
import { lockEmail } from "./access.ts";
import type { NewInvitation } from "./invitation-record.ts";
import { addInvitation, mayOffer, waitingInvitationOr404, withdrawInvitations } from "./waiting-invitations.ts";

/**
 * Invites the same person once more, with a new link and another seven days; the old link is dead. One that has run out can be
 * sent again too.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE (a key and an invitation as ADMIN), RATE_LIMITED
 */
export const resendInvitation = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<NewInvitation> => {
    return inTransaction(ctx, async (tx) => {
      const { email, role } = await waitingInvitationOr404(tx, input.id);
      mayOffer(tx, role);
      await lockEmail(tx, email);
      // It may have been accepted or replaced while the lock was waited for.
      await waitingInvitationOr404(tx, input.id);
      await withdrawInvitations(tx, { id: input.id });
      const invitation = await addInvitation(tx, { email, role });
      await audit(tx, "resendInvitation", invitation.id, { before: { id: input.id }, after: { email, role } });
      return invitation;
    });
  },
);
