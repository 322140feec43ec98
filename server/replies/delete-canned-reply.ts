import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { mayWrite, replyForActor } from "./access.ts";

/**
 * Deletes a canned reply. Messages sent with it stay as they are.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE (the team's)
 */
export const deleteCannedReply = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string }) => {
    const { workspaceId, id, ownerId } = await replyForActor(ctx, input.id);
    mayWrite(ctx, ownerId === null);
    return inTransaction(ctx, async (tx) => {
      const reply = await tx.db.cannedReply.update({
        where: { workspaceId_id: { workspaceId, id } },
        data: { deletedAt: tx.now },
      });
      if (ownerId === null) await emit(tx, { name: "WORKSPACE_CHANGED" });
      return reply;
    });
  },
);
