import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { enqueue } from "../work/queue.ts";
import { newId } from "../new-id.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { bulkActionOf } from "./bulk-action-of.ts";
import { readStored } from "./read-action.ts";

/** How long a finished action can be undone. */
const UNDO_MS = 10 * 60_000;
/** More conversations than the workers of one action hold at a time. */
const UNDER_WAY = 1_000;

/**
 * Undoes the signed-in person's bulk action with a new bulk action. Each conversation returns to its earlier state, unless the same
 * fact has changed since.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export const undoBulkAction = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string }): Promise<BulkAction> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      // Serializes concurrent undos: the second one waits here and finds the action undone.
      await tx.db.$queryRaw`
      select 1 from "BulkAction" where "workspaceId" = ${workspaceId} and id = ${input.id}::uuid for no key update`;
      const bulk = await bulkActionOf(tx, input.id);
      const obstacle = await obstacleTo(tx, bulk);
      if (obstacle) throw new AppError("CONFLICT", say("refusal.undo", { why: obstacle }));
      // A stopped action may still have its last batches running. They hold the next rows in this order. Wait for them, so that their
      // changes are undone too.
      await tx.db.$queryRaw`
      select 1 from "BulkActionItem" where "workspaceId" = ${workspaceId} and "bulkId" = ${bulk.id}::uuid and "doneAt" is null
      order by "convId" limit ${UNDER_WAY} for update`;
      const id = newId();
      const { userId } = bulk;
      await tx.db.bulkAction.create({ data: { workspaceId, id, userId, action: { kind: "undo" }, undoOfId: bulk.id } });
      const totalCount = await tx.db.$executeRaw`
      insert into "BulkActionItem" ("workspaceId", "bulkId", "convId")
      select "workspaceId", ${id}::uuid, "convId" from "BulkActionItem"
      where "workspaceId" = ${workspaceId} and "bulkId" = ${bulk.id}::uuid and before is not null`;
      await enqueue(tx, "run-bulk-action", { workspaceId, bulkId: id });
      return tx.db.bulkAction.update({ where: { workspaceId_id: { workspaceId, id } }, data: { totalCount } });
    });
  },
);

/** Why it cannot be undone, as a clause for the error text; null if it can. */
export async function obstacleTo(ctx: Ctx, bulk: BulkAction): Promise<Said | null> {
  if (readStored(bulk.action).kind === "undo") return say("refusal.undoUndo");
  if (bulk.state === "queued" || bulk.state === "running") return say("refusal.undoRunning");
  if (bulk.completedAt && bulk.completedAt.getTime() < ctx.now.getTime() - UNDO_MS) return say("refusal.undoLate");
  const undo = await ctx.db.bulkAction.findFirst({
    where: { workspaceId: ctx.workspaceId, undoOfId: bulk.id },
    select: { id: true },
  });
  return undo ? say("refusal.undoDone") : null;
}
