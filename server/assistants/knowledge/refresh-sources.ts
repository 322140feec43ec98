import { systemCtx } from "../../auth/system-ctx.ts";
import { database, inTransaction } from "../../db.ts";
import type { Ctx } from "../../ctx.ts";
import { enqueue } from "../../work/queue.ts";
import { verb } from "../../verb.ts";
import { sourceOr404 } from "../access.ts";

const AT_ONCE = 100;

/**
 * Has every source read again whose time has come (nextFetchAt), the longest due first; what is more comes with the next call. Nobody
 * is visited for a workspace that was deleted, or that has no assistants any more.
 * @returns how many.
 */
export async function refreshDueSources(): Promise<number> {
  const due = await database().$queryRaw<{ workspaceId: number; id: string }[]>`
    select s."workspaceId", s.id from "KnowledgeSource" s
    join "Workspace" w on w.id = s."workspaceId" and w."deletedAt" is null and w.plan <> 'GATEWAY'
    where s."nextFetchAt" <= now() and s.state in ('ready', 'failed') and s."deletedAt" is null
    order by s."nextFetchAt" limit ${AT_ONCE}`;
  for (const { workspaceId, id } of due)
    await inTransaction(systemCtx(workspaceId, "refresh-sources"), (tx) => askForReading(tx, id));
  return due.length;
}

/**
 * Has a source read again; what was read before is found until then. One that is being read, or waits for it, is left alone.
 */
export async function askForReading(tx: Ctx, sourceId: string): Promise<void> {
  const { workspaceId } = tx;
  const { count } = await tx.db.knowledgeSource.updateMany({
    where: { workspaceId, id: sourceId, state: { in: ["ready", "failed"] }, deletedAt: null },
    data: { state: "waiting", nextFetchAt: null },
  });
  if (count > 0) await enqueue(tx, "read-source", { workspaceId, sourceId });
}

/**
 * Has a source read again now: a site for what is new on it, a file or a text once more. One that waits already, or is being read,
 * stays as it is. What was read before is answered from until then.
 */
export const refreshAiSource = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  (ctx, input: { aiId: string; sourceId: string }) =>
    inTransaction(ctx, async (tx) => {
      const { id } = await sourceOr404(tx, input.aiId, input.sourceId);
      await askForReading(tx, id);
      return sourceOr404(tx, input.aiId, id);
    }),
);
