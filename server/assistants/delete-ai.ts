import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { handOverConvsOfAi } from "../conversations/hand-over-convs-of-ai.ts";
import { enqueue } from "../work/queue.ts";
import { verb } from "../verb.ts";
import { forgetSources } from "./knowledge/sync-sources.ts";

/**
 * Deletes an assistant. It gets no new conversations from that moment on. Before the response, every open conversation it held is
 * assigned to an agent or waits for one. A job repeats this, so that no conversation is lost if the process dies in between.
 */
export const deleteAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { id: string }) => {
    const deleted = await inTransaction(ctx, async (tx) => {
      // A transaction that assigns a conversation to it locks its row (choose-assignee.ts). This statement waits for that transaction.
      await tx.db.$queryRaw`
      select id from "Assistant" where "workspaceId" = ${tx.workspaceId} and id = ${input.id}::uuid for update`;
      const [row] = await tx.db.assistant.updateManyAndReturn({
        where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: null },
        data: { deletedAt: tx.now },
      });
      if (!row) throw notFound("assistant");
      await audit(tx, "deleteAi", row.id, { before: { name: row.name, type: row.type } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      await forgetSources(tx, row.id);
      await enqueue(tx, "hand-over-convs-of-ai", { workspaceId: tx.workspaceId, aiId: row.id });
      return row;
    });
    await handOverConvsOfAi(deleted.workspaceId, deleted.id);
    return deleted;
  },
);
