import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { invitationRecords } from "./invitation-record.ts";
import type { InvitationRecord } from "./invitation-record.ts";
import { waiting } from "./waiting-invitations.ts";

/**
 * Withdraws an invitation; its link is dead from here on.
 * @throws AppError NOT_FOUND, for one that was accepted or withdrawn before too.
 */
export const revokeInvitation = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<InvitationRecord> => {
    return inTransaction(ctx, async (tx) => {
      const rows = await tx.db.invitation.updateManyAndReturn({
        where: waiting(tx, { id: input.id }),
        data: { revokedAt: tx.now },
      });
      const [record] = await invitationRecords(tx, rows);
      if (!record) throw notFound("invitation");
      await audit(tx, "revokeInvitation", record.id, { before: { email: record.email, role: record.role } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return record;
    });
  },
);
