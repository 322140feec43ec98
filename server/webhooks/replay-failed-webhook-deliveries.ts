import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { webhookOr404 } from "./access.ts";
import { say } from "../say.ts";

export type ReplayFailedInput = { webhookId: string; since: Date };

/** Deliveries per transaction. A small batch holds up neither the log's readers nor the workers. */
const BATCH = 2_000;

/** The last delivery of a batch, and how many the batch set to pending. */
type Batch = { count: number; createdAt: Date; eventSeq: bigint };

/**
 * Sends every failed delivery of a webhook that was created at `since` or later again, now, in the order of the events. Each keeps its
 * webhook-id, and its retry schedule restarts. It works in batches, whatever their number: an interrupted call has replayed the oldest,
 * and the next call continues.
 * @returns how many; deliveries that a concurrent call replays are counted there.
 * @throws AppError CONFLICT when the webhook is switched off: the deliveries would wait unnoticed.
 */
export const replayFailedWebhookDeliveries = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: ReplayFailedInput): Promise<number> => {
    const { webhookId, since } = input;
    await inTransaction(ctx, async (tx) => {
      const { active } = await webhookOr404(tx, webhookId);
      if (!active) throw new AppError("CONFLICT", say("refusal.webhookOffReplay"));
      await audit(tx, "replayFailedWebhookDeliveries", webhookId, { after: { since: since.toISOString() } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
    });
    let total = 0;
    let after: Pick<Batch, "createdAt" | "eventSeq"> | undefined = { createdAt: since, eventSeq: -1n };
    while (after) {
      const batch: Batch | undefined = await replayBatch(ctx, webhookId, after);
      total += batch?.count ?? 0;
      after = batch;
    }
    return total;
  },
);

/**
 * The next deliveries after the given one; undefined: none. Because it moves forward, a delivery that fails again is not replayed twice.
 */
async function replayBatch(
  ctx: Ctx,
  webhookId: string,
  after: Pick<Batch, "createdAt" | "eventSeq">,
): Promise<Batch | undefined> {
  return inTransaction(ctx, async (tx) => {
    const [batch] = await tx.db.$queryRaw<Batch[]>`
      with batch as (
        select d."workspaceId", d.id, d."createdAt", d."eventSeq" from "WebhookDelivery" d
        join "Webhook" w on w."workspaceId" = d."workspaceId" and w.id = d."webhookId" and w.active and w."deletedAt" is null
        where d."workspaceId" = ${tx.workspaceId} and d."webhookId" = ${webhookId}::uuid and d.state = 'failed'
          and (d."createdAt", d."eventSeq") > (${after.createdAt}, ${after.eventSeq})
        order by d."createdAt", d."eventSeq" limit ${BATCH} for update of d skip locked
      ), replayed as (
        update "WebhookDelivery" d
        set state = 'pending', "nextAttemptAt" = now(), "scheduleStep" = attempts, "deliveredAt" = null
        from batch b where d."workspaceId" = b."workspaceId" and d.id = b.id returning 1
      )
      select (select count(*)::int from replayed) as count, "createdAt", "eventSeq" from batch
      order by "createdAt" desc, "eventSeq" desc limit 1`;
    if (batch) tx.wakes?.add("deliveries");
    return batch;
  });
}
