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
 * Sends a scheduled message whose time has come, for the person who scheduled it and with what they may do now. The message and the
 * row's state are written in one transaction, and the row's id is the message's Idempotency-Key: whenever the worker dies, there is
 * one message in the end. Never throws: what is refused fails with its words, and what broke is tried again.
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
      // If the database is away, the lease ends by itself.
      await giveBack({ kind: "scheduledMessage", ...claim }, pause).catch(() => undefined);
    }
  }
}

/**
 * Makes a message of a scheduled one, and does what is to follow it.
 * @param tx the open transaction, of its person, with its row locked.
 * @throws AppError as addMessage does
 */
export async function sendHeld(tx: Ctx, row: ScheduledMessage): Promise<void> {
  const read = SCHEDULED.safeParse(row.message);
  // No second try reads it either.
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

/** In words that its writer understands: they have seen the conversation when they wrote. */
async function mustBeInSight(tx: Ctx, convId: string): Promise<void> {
  if ((await tx.db.conversation.count({ where: { AND: [convsVisibleTo(tx), { id: convId }] } })) === 0)
    throw new AppError("CONFLICT", say("sending.goneElsewhere"));
}

/** To be told once it is committed: the devices of its person, and who is named in it. */
export function notifySent(ctx: Ctx, { convId, agentId, message }: ScheduledMessage): void {
  notifyAgent(ctx, agentId, "scheduled", convId);
  for (const named of SCHEDULED.parse(message).mentions) notifyAgent(ctx, named, "mention", convId);
}

/** Null when it was cancelled, sent or taken by another worker meanwhile. */
async function lockHeld(tx: Ctx, { workspaceId, id, leaseToken }: ClaimedScheduled): Promise<ScheduledMessage | null> {
  const [row] = await tx.db.$queryRaw<ScheduledMessage[]>`
    select * from "ScheduledMessage"
    where "workspaceId" = ${workspaceId} and id = ${id}::uuid and state = 'waiting' and "leaseToken" = ${leaseToken}::uuid
    for update`;
  return row ?? null;
}

/** The person as they are now. @throws AppError FORBIDDEN_ROLE when they have left the workspace. */
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
