import type { Ctx } from "../../ctx.ts";
import { enqueue } from "../../work/queue.ts";

/**
 * Has a source read again; what was read before is found until then. One that is being read, or waits for it, is left alone.
 * @param tx the open transaction
 */
export async function askForReading(tx: Ctx, sourceId: string): Promise<void> {
  const { workspaceId } = tx;
  const { count } = await tx.db.knowledgeSource.updateMany({
    where: { workspaceId, id: sourceId, state: { in: ["ready", "failed"] }, deletedAt: null },
    data: { state: "waiting", nextFetchAt: null },
  });
  if (count > 0) await enqueue(tx, "read-source", { workspaceId, sourceId });
}
