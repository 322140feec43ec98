import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { database, inTransaction } from "../../db.ts";
import { forgetPlaygroundConvs } from "../../conversations/forget-playground-convs.ts";

/** Chats per transaction. */
const BATCH = 20;

/**
 * Deletes playground chats 30 days after they started, with all their data.
 * @returns how many.
 */
export async function prunePlayground(): Promise<number> {
  const workspaces = await database().$queryRaw<{ workspaceId: number }[]>`
    select distinct "workspaceId" from "PlaygroundChat" where "createdAt" < now() - interval '30 days'`;
  let pruned = 0;
  for (const { workspaceId } of workspaces) {
    for (let deleted = BATCH; deleted === BATCH; pruned += deleted) {
      deleted = await inTransaction(systemCtx(workspaceId, "prune"), forgetBatch);
    }
  }
  return pruned;
}

async function forgetBatch(tx: Ctx): Promise<number> {
  const { workspaceId } = tx;
  const old = await tx.db.$queryRaw<{ convId: string }[]>`
    select "convId" from "PlaygroundChat"
    where "workspaceId" = ${workspaceId} and "createdAt" < now() - interval '30 days'
    order by "createdAt" limit ${BATCH} for update skip locked`;
  const convIds = old.map(({ convId }) => convId);
  const inConvs = { where: { workspaceId, convId: { in: convIds } } };
  // A worker locks the conversation when it commits a turn. After this transaction, it finds the conversation deleted.
  await tx.db.$executeRaw`
    select from "Conversation" where "workspaceId" = ${workspaceId} and id = any(${convIds}::uuid[]) order by id for update`;
  await tx.db.assistantAnswer.deleteMany(inConvs);
  await tx.db.assistantTurn.deleteMany(inConvs);
  await tx.db.playgroundChat.deleteMany(inConvs);
  await forgetPlaygroundConvs(tx, convIds);
  return convIds.length;
}
