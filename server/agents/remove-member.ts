import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { enqueue } from "../work/queue.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { lockMember } from "../workspaces/access.ts";
import { memberRecords } from "../workspaces/list-members.ts";
import { withdrawInvitations } from "../workspaces/waiting-invitations.ts";

/**
 * Removes a member. From the commit on, their sessions cannot open the workspace. Keys linked to their agent stop within a second. Their
 * open conversations become unassigned, and invitations they sent are withdrawn. What they wrote keeps their name.
 * @returns the member as they were.
 * @throws AppError NOT_FOUND, CONFLICT (the owner, oneself), FORBIDDEN_ROLE (an admin, for callers who may not assign roles)
 */
export const removeMember = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { userId: string }) =>
  inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const member = await lockMember(tx, input.userId);
    const { userId, role } = member;
    if (tx.actor.kind === "user" && tx.actor.userId === userId) {
      throw new AppError("CONFLICT", say("refusal.removeSelf"));
    }
    if (role === "OWNER") throw new AppError("CONFLICT", say("refusal.removeOwner"));
    if (role === "ADMIN") can(tx, "ASSIGN_ROLE");
    const [record] = await memberRecords(tx, [member]);
    if (!record) throw new Error("a member without a user");

    await tx.db.pushSubscription.deleteMany({ where: { workspaceId, userId } });
    await tx.db.mailNotice.deleteMany({ where: { workspaceId, userId } });
    await tx.db.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
    await withdrawInvitations(tx, { invitedById: userId });
    if (record.agentId) await endAgent(tx, record.agentId);
    await audit(tx, "removeMember", userId, { before: { email: record.email, role, agentId: record.agentId } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return record;
  }),
);

/** Ends the agent's keys too: this room may not call theirs, and a deleted agent that is restored must not revive its keys. */
async function endAgent(tx: Ctx, agentId: string): Promise<void> {
  const { workspaceId, now } = tx;
  await tx.db.agent.update({ where: { workspaceId_id: { workspaceId, id: agentId } }, data: { deletedAt: now } });
  const keys = await tx.db.apiKey.updateManyAndReturn({
    where: { workspaceId, agentId, deletedAt: null },
    data: { deletedAt: now },
  });
  for (const { id, label } of keys) await audit(tx, "deleteApiKey", id, { before: { label, agentId } });
  await enqueue(tx, "release-convs", {});
}
