import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { verb } from "../verb.ts";
import { lockEmail } from "./access.ts";
import type { NewInvitation } from "./invitation-record.ts";
import { addInvitation, mayOffer, waitingInvitationOr404, withdrawInvitations } from "./waiting-invitations.ts";

/**
 * Sends an invitation again with a new link that is valid for another seven days; the old link stops working. An expired invitation can
 * also be resent.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE (a key and an invitation as ADMIN), RATE_LIMITED
 */
export const resendInvitation = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<NewInvitation> => {
    return inTransaction(ctx, async (tx) => {
      const { email, role } = await waitingInvitationOr404(tx, input.id);
      mayOffer(tx, role);
      await lockEmail(tx, email);
      // It may have been accepted or replaced while this waited for the lock.
      await waitingInvitationOr404(tx, input.id);
      await withdrawInvitations(tx, { id: input.id });
      const invitation = await addInvitation(tx, { email, role });
      await audit(tx, "resendInvitation", invitation.id, { before: { id: input.id }, after: { email, role } });
      return invitation;
    });
  },
);
