import { systemCtx } from "../../auth/system-ctx.ts";
import { database, inTransaction } from "../../db.ts";
import type { Ctx } from "../../ctx.ts";
import { enqueue } from "../../work/queue.ts";
import { verb } from "../../verb.ts";
import { sourceOr404 } from "../access.ts";

const AT_ONCE = 100;

/**
 * Queues sources that are due (nextFetchAt), the longest due first. The next call takes the rest. It skips deleted workspaces and
 * workspaces without assistants.
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
 * Queues a source to be read again. Its passages stay searchable until then. Does nothing if it is being read or already queued.
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
 * Reads a source again now: a site for changes, a file or a text completely. Does nothing if it is being read or already queued.
 * Until then, assistants answer from the existing passages.
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
