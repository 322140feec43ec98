import { audit } from "../auth/audit.ts";
import { forbiddenRole } from "../auth/permissions.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Membership } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { lockMember } from "./access.ts";

/**
 * Makes a member the owner; the previous owner becomes an admin. Exactly one owner exists at any time (Membership_one_owner_key), so the
 * previous owner is demoted first, in the same transaction.
 * @throws AppError FORBIDDEN_ROLE (all but the owner, API keys always), NOT_FOUND (not a member)
 */
export const assignOwner = verb(
  { may: "ASSIGN_OWNER", audit: "recorded" },
  async (ctx, input: { userId: string }): Promise<boolean> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const [owner] = await tx.db.$queryRaw<Membership[]>`
      select * from "Membership" where "workspaceId" = ${workspaceId} and role = 'OWNER' for update`;
      // After a concurrent transfer, the caller is no longer the owner.
      if (tx.actor.kind === "user" && owner?.userId !== tx.actor.userId) {
        throw forbiddenRole(ctx);
      }
      const next = await lockMember(tx, input.userId);
      if (next.role === "OWNER") return true;
      const role = (userId: string, to: "OWNER" | "ADMIN") =>
        tx.db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role: to } });
      if (owner) await role(owner.userId, "ADMIN");
      await role(next.userId, "OWNER");
      await audit(tx, "assignOwner", next.userId, {
        before: { ownerId: owner?.userId ?? null, role: next.role },
        after: { ownerId: next.userId, role: "OWNER" },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return true;
    });
  },
);
