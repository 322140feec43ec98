import { ctxFor } from "../auth/authenticate.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { errorOf } from "../error-columns.ts";
import { AppError } from "../errors.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { changeConv, readChange, undoChange, type BulkChange } from "./bulk-change.ts";
import { readStored } from "./read-action.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/** Conversations per transaction. Few, so that senders and readers of the event log do not wait long for it. */
const BATCH = 50;
/** Concurrent batches. A batch spends most of its time waiting for the database. */
const AT_ONCE = 3;

/**
 * Runs a bulk action, or the rest of it. Each batch changes its conversations, stores what they were, and counts them in one
 * transaction. So if a worker dies, its whole batch is rolled back. If two workers run the same action, each conversation is processed
 * by one of them. An internal error throws, and the job is retried.
 */
export async function runBulkAction(workspaceId: number, bulkId: string): Promise<void> {
  const where = { workspaceId, id: bulkId };
  await database().bulkAction.updateMany({ where: { ...where, state: "queued" }, data: { state: "running" } });
  const bulk = await database().bulkAction.findFirst({ where: { ...where, state: "running" } });
  if (!bulk) return;
  const undone = bulk.undoOfId
    ? await database().bulkAction.findFirst({ where: { workspaceId, id: bulk.undoOfId } })
    : null;
  const work = { bulk, undone };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (await runBatch(work));
    }),
  );
  await database().$executeRaw`
    update "BulkAction" b set state = 'completed', "completedAt" = now()
    where b."workspaceId" = ${workspaceId} and b.id = ${bulkId}::uuid and b.state = 'running' and not exists (
      select 1 from "BulkActionItem" i
      where i."workspaceId" = b."workspaceId" and i."bulkId" = b.id and i."doneAt" is null)`;
}

type Work = { bulk: BulkAction; undone: BulkAction | null };

/** Processes the next conversations; false if none are left for this worker, or the action must not continue. */
async function runBatch(work: Work): Promise<boolean> {
  const ctx = await ctxOfPerson(work.bulk);
  if (!ctx) return false;
  try {
    const outcomes = await inTransaction(ctx, (tx) => runItems(tx, work, BATCH, () => undefined));
    notifyRead(ctx, work, outcomes);
    return outcomes.length > 0;
  } catch (error) {
    log.warn({ error, bulkId: work.bulk.id }, "a batch of a bulk action failed; its conversations are done one by one");
    return runSingly(ctx, work);
  }
}

/** Processes the batch one by one, so that only the conversation that causes the error is left out. */
async function runSingly(ctx: Ctx, work: Work): Promise<boolean> {
  for (let n = 0; n < BATCH; n++) {
    let convId: string | undefined;
    try {
      const outcomes = await inTransaction(ctx, (tx) => runItems(tx, work, 1, (id) => (convId = id)));
      if (outcomes.length === 0) return n > 0;
      notifyRead(ctx, work, outcomes);
    } catch (error) {
      if (convId === undefined) throw error;
      log.error({ error, bulkId: work.bulk.id }, "a conversation of a bulk action failed; it is left as it is");
      const failed = { convId, change: null, ...errorOf(say("sending.ourBulkFault")) };
      await inTransaction(ctx, (tx) => settle(tx, work.bulk, [failed]));
    }
  }
  return true;
}

type Outcome = { convId: string; change: BulkChange | null; error: string | null; errorSaid: Said | null };

async function runItems(
  tx: Ctx,
  { bulk, undone }: Work,
  limit: number,
  begins: (convId: string) => void,
): Promise<Outcome[]> {
  const { workspaceId } = tx;
  const action = readStored(bulk.action);
  const items = await tx.db.$queryRaw<{ convId: string; undoes: unknown }[]>`
    select i."convId", was.before as "undoes" from "BulkActionItem" i
    join "BulkAction" b on b."workspaceId" = i."workspaceId" and b.id = i."bulkId" and b.state = 'running'
    left join "BulkActionItem" was
      on was."workspaceId" = i."workspaceId" and was."bulkId" = b."undoOfId" and was."convId" = i."convId"
    where i."workspaceId" = ${workspaceId} and i."bulkId" = ${bulk.id}::uuid and i."doneAt" is null
    order by i."convId" limit ${limit}
    for update of i skip locked`;
  const outcomes: Outcome[] = [];
  for (const { convId, undoes } of items) {
    begins(convId);
    try {
      if (action.kind !== "undo") {
        outcomes.push({ convId, change: await changeConv(tx, convId, action), ...errorOf(null) });
      } else if (undone) {
        const before = readStored(undone.action);
        if (before.kind !== "undo") await undoChange(tx, convId, before.kind, readChange(undoes), undone.createdAt);
        outcomes.push({ convId, change: null, ...errorOf(null) });
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ convId, change: null, ...errorOf(error.said) });
    }
  }
  await settle(tx, bulk, outcomes);
  return outcomes;
}

/** Read states belong to one agent, so only their other devices are notified, after the commit. */
function notifyRead(ctx: Ctx, { bulk, undone }: Work, outcomes: readonly Outcome[]): void {
  const { kind } = readStored((undone ?? bulk).action);
  if (kind !== "read" && kind !== "unread") return;
  for (const { convId, change, error } of outcomes)
    if (error === null && (change !== null || undone)) notifyAgent(ctx, actorAgentId(ctx.actor), "read", convId);
}

/** Stores the outcomes and counts them. Skips conversations that are already settled. */
async function settle(tx: Ctx, bulk: BulkAction, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.db.$executeRaw`
    with settled as (
      update "BulkActionItem" i set before = o.change, error = o.error, "errorSaid" = o."errorSaid", "doneAt" = now()
      from json_to_recordset(${JSON.stringify(outcomes)}::json) as o("convId" uuid, change jsonb, error text, "errorSaid" jsonb)
      where i."workspaceId" = ${tx.workspaceId} and i."bulkId" = ${bulk.id}::uuid and i."convId" = o."convId" and i."doneAt" is null
      returning i.error
    ), counted as (select count(*) filter (where error is null) as done, count(error) as failed from settled)
    update "BulkAction" b set "doneCount" = b."doneCount" + counted.done, "failedCount" = b."failedCount" + counted.failed
    from counted where b."workspaceId" = ${tx.workspaceId} and b.id = ${bulk.id}::uuid`;
}

/** The person who started the action, with their current permissions; null if they have left, which ends the action. */
async function ctxOfPerson({ workspaceId, id, userId }: BulkAction): Promise<Ctx | null> {
  try {
    return await ctxFor({ kind: "session", userId, sessionId: "" }, workspaceId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await database().bulkAction.updateMany({
      where: { workspaceId, id, state: "running" },
      data: { state: "failed", error: "Who asked for it is no longer in the workspace", completedAt: new Date() },
    });
    return null;
  }
}
