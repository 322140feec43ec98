import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";
import { lockMember } from "./access.ts";
import { withdrawInvitations } from "./waiting-invitations.ts";
import { say } from "../say.ts";

export type UserRoleAssignInput = { userId: string; role: Role };

/**
 * Changes a member's role, effective from their next request. Only assignOwner transfers ownership. Members cannot change their own role,
 * so the last admin cannot lock themselves out by mistake.
 * @throws AppError FORBIDDEN_ROLE (API keys, always; an admin to or from OWNER), NOT_FOUND (not a member), BAD_INPUT, CONFLICT
 */
export const assignUserRole = verb(
  { may: "ASSIGN_ROLE", audit: "recorded" },
  async (ctx, input: UserRoleAssignInput): Promise<boolean> => {
    if (input.role === "OWNER") {
      can(ctx, "ASSIGN_OWNER");
      throw badInput("role", say("workspaces.passOwner"));
    }
    return inTransaction(ctx, async (tx) => {
      const member = await lockMember(tx, input.userId);
      if (member.role === "OWNER") can(tx, "ASSIGN_OWNER");
      if (tx.actor.kind === "user" && tx.actor.userId === member.userId) {
        throw new AppError("CONFLICT", member.role === "OWNER" ? say("workspaces.ownerFirst") : say("refusal.ownRole"));
      }
      if (member.role === input.role) return true;
      const { workspaceId, userId } = member;
      await tx.db.membership.update({
        where: { workspaceId_userId: { workspaceId, userId } },
        data: { role: input.role },
      });
      // A former admin's pending invitations are no longer theirs to give.
      if (member.role === "ADMIN") await withdrawInvitations(tx, { invitedById: userId });
      await audit(tx, "assignUserRole", userId, { before: { role: member.role }, after: { role: input.role } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return true;
    });
  },
);
