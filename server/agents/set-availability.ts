import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { getViewer } from "../workspaces/get-viewer.ts";

/**
 * Sets whether the caller's own agent takes new conversations by AUTO. Its existing conversations stay assigned.
 * @throws AppError NOT_FOUND for callers without an agent.
 */
export const setAvailability = verb(
  { may: "USE_CONVS", audit: "everyday" },
  async (ctx, input: { isAvailable: boolean }) => {
    const agentId = actorAgentId(ctx.actor);
    if (!agentId) throw notFound("agent");
    await inTransaction(ctx, async (tx) => {
      const changed = await tx.db.agent.updateMany({
        where: { workspaceId: tx.workspaceId, id: agentId, deletedAt: null, isAvailable: !input.isAvailable },
        data: { isAvailable: input.isAvailable },
      });
      if (changed.count > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
    });
    return getViewer(ctx);
  },
);
