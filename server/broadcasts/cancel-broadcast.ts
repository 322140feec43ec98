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

/** Recipients let go in one statement: few enough that no reader of the event log waits long for it. */
const BATCH = 1_000;

/**
 * Scheduled goes back to draft. Of one inProgress nothing more is sent: recipients who wait are let go, queued messages fail with
 * the reason, and it ends as completed with `error` saying so – at once, or when the requests have ended that providers are working
 * on at this moment (seconds; until then it is answered as inProgress).
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
 * What follows when a cancellation is stored, which workers ask before they take up a recipient. The recipients who wait are closed
 * first: that waits for those whom a worker has in hand, whose messages are then in the queue to be stopped.
 */
async function windDown(ctx: Ctx, broadcast: Broadcast): Promise<void> {
  let closed: number;
  do {
    closed = await closeRecipients(ctx, broadcast.id);
  } while (closed > 0);
  await stopBroadcastSends(ctx, broadcast);
  await finishBroadcast(ctx, broadcast.id);
}

/** Locked in order of their key: two who wind down the same broadcast wait for each other instead of locking each other out. */
function closeRecipients(ctx: Ctx, broadcastId: string): Promise<number> {
  return ctx.db.$executeRaw`
    update "BroadcastRecipient" set error = 'Cancelled'
    where "workspaceId" = ${ctx.workspaceId} and "broadcastId" = ${broadcastId}::uuid and "clientId" = any (array(
      select "clientId" from "BroadcastRecipient"
      where "workspaceId" = ${ctx.workspaceId} and "broadcastId" = ${broadcastId}::uuid and "messageId" is null and error is null
      order by "clientId" limit ${BATCH} for update))`;
}

/** Goes on with what was cancelled and had requests under way, or whose process died before its queue was empty. */
export async function windDownCancelled(): Promise<void> {
  const cancelled = await database().broadcast.findMany({ where: { state: "inProgress", cancelledAt: { not: null } } });
  for (const broadcast of cancelled) await windDown(systemCtx(broadcast.workspaceId, "run-broadcasts"), broadcast);
}
