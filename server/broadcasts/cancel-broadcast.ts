import { audit } from "../auth/audit.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { stopBroadcastSends } from "../sending/stop-broadcast-sends.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import { finishBroadcast } from "./finish-broadcast.ts";

/** Recipients closed per statement. A small batch keeps readers of the event log from waiting long. */
const BATCH = 1_000;

/**
 * A scheduled broadcast returns to draft. A broadcast inProgress stops sending: waiting recipients are closed and queued messages fail
 * with the reason. It ends as completed with `error` set: at once, or when the running provider requests have ended (seconds). Until
 * then this returns it as inProgress.
 * @throws AppError NOT_FOUND, CONFLICT (draft, already being cancelled, or over)
 */
export const cancelBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<Broadcast> => {
    await inTransaction(ctx, async (tx) => {
      const { id } = await broadcastOr404(tx, input.id);
      const before = (await unschedule(tx, id)) ?? (await stop(tx, id));
      if (!before) throw await refusal(tx, id);
      await audit(tx, "cancelBroadcast", id, {
        before: { state: before },
        after: before === "scheduled" ? { state: "draft" } : { cancelledAt: tx.now.toISOString() },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
    });
    const cancelled = await broadcastOr404(ctx, input.id);
    if (cancelled.cancelledAt === null) return cancelled;
    await windDown(ctx, cancelled);
    return broadcastOr404(ctx, input.id);
  },
);

async function unschedule(tx: Ctx, id: string): Promise<"scheduled" | null> {
  const { count } = await tx.db.broadcast.updateMany({
    where: { workspaceId: tx.workspaceId, id, state: "scheduled" },
    data: { state: "draft", scheduledAt: null },
  });
  return count === 1 ? "scheduled" : null;
}

async function stop(tx: Ctx, id: string): Promise<"inProgress" | null> {
  const { count } = await tx.db.broadcast.updateMany({
    where: { workspaceId: tx.workspaceId, id, state: "inProgress", cancelledAt: null },
    data: { cancelledAt: tx.now, error: "Cancelled" },
  });
  return count === 1 ? "inProgress" : null;
}

async function refusal(tx: Ctx, id: string): Promise<AppError> {
  const { state, cancelledAt } = await broadcastOr404(tx, id);
  if (state === "inProgress" && cancelledAt) return new AppError("CONFLICT", say("refusal.broadcastCancelling"));
  return new AppError("CONFLICT", say("broadcasts.notCancellable", { state }));
}

/**
 * Runs after the cancellation is stored; workers check for a cancellation before they take a recipient. It closes the waiting recipients
 * first: this waits for the ones that a worker has locked, whose messages are then in the queue and can be stopped.
 */
async function windDown(ctx: Ctx, broadcast: Broadcast): Promise<void> {
  let closed: number;
  do {
    closed = await closeRecipients(ctx, broadcast.id);
  } while (closed > 0);
  await stopBroadcastSends(ctx, broadcast);
  await finishBroadcast(ctx, broadcast.id);
}

/** Locks rows in key order, so two processes that wind down the same broadcast wait for each other instead of deadlocking. */
function closeRecipients(ctx: Ctx, broadcastId: string): Promise<number> {
  return ctx.db.$executeRaw`
    update "BroadcastRecipient" set error = 'Cancelled'
    where "workspaceId" = ${ctx.workspaceId} and "broadcastId" = ${broadcastId}::uuid and "clientId" = any (array(
      select "clientId" from "BroadcastRecipient"
      where "workspaceId" = ${ctx.workspaceId} and "broadcastId" = ${broadcastId}::uuid and "messageId" is null and error is null
      order by "clientId" limit ${BATCH} for update))`;
}

/** Finishes cancellations that had provider requests running, or whose process died before the queue was empty. */
export async function windDownCancelled(): Promise<void> {
  const cancelled = await database().broadcast.findMany({ where: { state: "inProgress", cancelledAt: { not: null } } });
  for (const broadcast of cancelled) await windDown(systemCtx(broadcast.workspaceId, "run-broadcasts"), broadcast);
}
