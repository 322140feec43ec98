import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Invitation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { waiting } from "./waiting-invitations.ts";

/**
 * Withdraws an invitation; its link stops working.
 * @throws AppError NOT_FOUND, also for an invitation that was already accepted or withdrawn.
 */
export const revokeInvitation = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<Invitation> => {
    return inTransaction(ctx, async (tx) => {
      const [revoked] = await tx.db.invitation.updateManyAndReturn({
        where: waiting(tx, { id: input.id }),
        data: { revokedAt: tx.now },
      });
      if (!revoked) throw notFound("invitation");
      await audit(tx, "revokeInvitation", revoked.id, { before: { email: revoked.email, role: revoked.role } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return revoked;
    });
  },
);
