import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { errorColumns } from "../error-columns.ts";
import { AppError } from "../errors.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { acceptMessage } from "../messages/accept-message.ts";
import { giveBack } from "../work/lease.ts";
import { retryPause } from "../work/retry.ts";
import type { ClaimedScheduled } from "./claim-scheduled.ts";
import { runMacroActions } from "../conversations/macro-actions.ts";
import { SCHEDULED } from "./scheduled-message.ts";
import { emitScheduled } from "./emit-scheduled.ts";
import { notifyAgent } from "../conversations/notify-agent.ts";

/**
 * Sends a due scheduled message on behalf of its writer, with the writer's current permissions. One transaction writes the message and
 * the row's state, and the row's id is the message's Idempotency-Key. So the message is sent once, whenever the worker dies. Never
 * throws: a refused message fails with its error, and other failures are retried.
 */
export async function sendScheduled(claim: ClaimedScheduled): Promise<void> {
  try {
    const ctx = await ctxOf(claim);
    const row = await inTransaction(ctx, async (tx) => {
      const held = await lockHeld(tx, claim);
      if (held) await sendHeld(tx, held);
      return held;
    });
    if (row) notifySent(ctx, row);
  } catch (error) {
    if (error instanceof AppError) await fail(claim, error.said);
    else {
      log.warn({ error, scheduledId: claim.id }, "a scheduled message was not sent; it is tried again");
      const pause = retryPause("scheduledMessage", claim.attemptNo) ?? 0;
      // If the database is unavailable, the lease expires by itself.
      await giveBack({ kind: "scheduledMessage", ...claim }, pause).catch(() => undefined);
    }
  }
}

/**
 * Sends a scheduled message and runs its actions.
 * @param tx the open transaction, of the message's writer, with its row locked.
 * @throws AppError as addMessage does
 */
export async function sendHeld(tx: Ctx, row: ScheduledMessage): Promise<void> {
  const read = SCHEDULED.safeParse(row.message);
  // A retry could not read it either.
  if (!read.success) throw new AppError("BAD_INPUT", say("sending.unreadable"));
  const { actions, mentions, ...message } = read.data;
  await mustBeInSight(tx, row.convId);
  const input = { convId: row.convId, ...message, ...(mentions.length > 0 ? { mentions } : {}) };
  const sent = await acceptMessage(tx, input, row.id);
  await runMacroActions(tx, row.convId, actions);
  await tx.db.scheduledMessage.updateMany({
    where: { workspaceId: row.workspaceId, id: row.id },
    data: { state: "sent", sentMessageId: sent.id, ...errorColumns(null), leaseToken: null, leaseUntil: null },
  });
  await emitScheduled(tx, row);
}

/** Has its own error text, because the writer could see the conversation when they scheduled the message. */
async function mustBeInSight(tx: Ctx, convId: string): Promise<void> {
  if ((await tx.db.conversation.count({ where: { AND: [convsVisibleTo(tx), { id: convId }] } })) === 0)
    throw new AppError("CONFLICT", say("sending.goneElsewhere"));
}

/** Notifies the writer's devices and the mentioned agents. Call it after the commit. */
export function notifySent(ctx: Ctx, { convId, agentId, message }: ScheduledMessage): void {
  notifyAgent(ctx, agentId, "scheduled", convId);
  for (const named of SCHEDULED.parse(message).mentions) notifyAgent(ctx, named, "mention", convId);
}

/** null if it was cancelled, sent or claimed by another worker meanwhile. */
async function lockHeld(tx: Ctx, { workspaceId, id, leaseToken }: ClaimedScheduled): Promise<ScheduledMessage | null> {
  const [row] = await tx.db.$queryRaw<ScheduledMessage[]>`
    select * from "ScheduledMessage"
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and state = 'waiting' and "leaseToken" = ${leaseToken}::uuid
    for update`;
  return row ?? null;
}

/** The writer with their current permissions. @throws AppError FORBIDDEN_ROLE when they have left the workspace. */
async function ctxOf({ workspaceId, userId, agentId }: ClaimedScheduled): Promise<Ctx> {
  const membership = await database().membership.findFirst({
    where: { workspaceId, userId, workspace: { deletedAt: null } },
    select: { role: true, workspace: { select: { plan: true } } },
  });
  const agent = await database().agent.count({ where: { workspaceId, id: agentId, userId, deletedAt: null } });
  if (!membership || agent === 0) throw new AppError("FORBIDDEN_ROLE", say("sending.writerLeft"));
  return {
    db: database(),
    workspaceId,
    actor: { kind: "user", userId, agentId, role: membership.role, sessionId: "scheduled" },
    plan: membership.workspace.plan,
    now: new Date(),
    wakes: null,
  };
}

async function fail({ workspaceId, id, leaseToken, userId, agentId }: ClaimedScheduled, why: Said): Promise<void> {
  const actor = { kind: "user", userId, agentId, role: "AGENT", sessionId: "scheduled" } as const;
  const ctx: Ctx = { db: database(), workspaceId, actor, plan: null, now: new Date(), wakes: null };
  const row = await inTransaction(ctx, async (tx) => {
    const [failed] = await tx.db.scheduledMessage.updateManyAndReturn({
      where: { workspaceId, id, state: "waiting", leaseToken },
      data: { state: "failed", ...errorColumns(why), leaseToken: null, leaseUntil: null },
    });
    if (failed) await emitScheduled(tx, failed);
    return failed;
  });
  if (row) notifyAgent(ctx, agentId, "scheduled", row.convId);
}
