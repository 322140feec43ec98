import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import { LEASE_SECONDS } from "./claim-sends.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { closeCredit, holdCredit } from "./send-credit.ts";
import { nextSendAt } from "./send-retry.ts";
import { applyParkedStatuses, raiseStatus } from "./update-message-status.ts";

/**
 * Stores what a channel answered: the attempt's end, the message's status and external id, and the send's place in the queue,
 * in one transaction with their events. Fenced by the lease: the late answer of a worker that was taken for dead ends its own
 * attempt's row and changes nothing else.
 */
export async function settleSend(send: ClaimedSend, result: SendResult): Promise<void> {
  const ctx = systemCtx(send.workspaceId, "send-messages");
  try {
    await inTransaction(ctx, (tx) => store(tx, send, result));
  } catch (error) {
    // A provider that answers the same id for two messages: the second is sent all the same, but not known by that id.
    if (result.outcome !== "accepted" || result.externalMessageId === null || !isUniqueViolation(error)) throw error;
    await inTransaction(ctx, (tx) => store(tx, send, { ...result, externalMessageId: null }));
  }
}

async function store(ctx: Ctx, send: ClaimedSend, result: SendResult): Promise<void> {
  await ctx.db.sendAttempt.updateMany({
    where: { workspaceId: ctx.workspaceId, messageId: send.messageId, attemptNo: send.attemptNo },
    data: {
      endedAt: ctx.now,
      outcome: result.outcome === "unauthorized" ? "refused" : result.outcome,
      responseStatus: result.responseStatus,
      ...(result.outcome === "accepted" ? { externalMessageId: result.externalMessageId } : { error: result.error }),
    },
  });
  // The next message of the conversation, or this one again, may go.
  ctx.wakes?.add("sends");
  const { messageId } = send;
  switch (result.outcome) {
    case "accepted":
      if (!(await leaveQueue(ctx, send))) return;
      await raiseStatus(ctx, { messageId, status: "sent", at: ctx.now, externalMessageId: result.externalMessageId });
      if (result.externalMessageId !== null)
        await applyParkedStatuses(ctx, send.integration.id, result.externalMessageId);
      return closeCredit(ctx, send, result);
    case "refused":
      if (!(await leaveQueue(ctx, send))) return;
      await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error: result.error });
      return closeCredit(ctx, send, result);
    case "unauthorized":
      // Not the message's fault: it waits until somebody has put the channel right (claimSends passes over it).
      if (!(await stayInQueue(ctx, send, ctx.now))) return;
      await noteChannelError(ctx, send.integration.id, result.error);
      if (!(await holdCredit(ctx, send, result))) await failUnpaid(ctx, send, result.error);
      return;
    case "retry":
    case "unknown": {
      const at = nextSendAt(ctx.now, send.attemptNo, send.giveUpAt, result.retryAfterSeconds);
      if (at) {
        if (!(await stayInQueue(ctx, send, at))) return;
        await tellOfRetry(ctx, send);
        if (!(await holdCredit(ctx, send, result))) await failUnpaid(ctx, send, lastWords(result));
        return;
      }
      if (!(await leaveQueue(ctx, send))) return;
      const error = `Given up after ${tries(send.attemptNo)}: ${lastWords(result)}`;
      await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error });
      await closeCredit(ctx, send, result);
    }
  }
}

/**
 * A Gateway send whose worker died while its attempt was under way: that attempt counts as made, so the one to come takes a
 * credit of its own before the provider is asked. Fenced by the lease.
 * @returns false when the attempt may not be made: there is no credit, and the message has failed, or it is another's by now.
 */
export async function payForTakeover(send: ClaimedSend): Promise<boolean> {
  const ctx = systemCtx(send.workspaceId, "send-messages");
  return inTransaction(ctx, async (tx) => {
    // The lease begins anew: the attempt has its whole time after what we wait for here.
    const count = await tx.db.$executeRaw`
      update "SendQueue" set "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where "workspaceId" = ${tx.workspaceId} and "messageId" = ${send.messageId}::uuid and "leaseToken" = ${send.leaseToken}::uuid`;
    if (count === 0) return false;
    if (await holdCredit(tx, send, null)) return true;
    await tx.db.sendAttempt.updateMany({
      where: { workspaceId: tx.workspaceId, messageId: send.messageId, attemptNo: send.attemptNo },
      data: { endedAt: tx.now, outcome: "refused", error: NO_CREDITS },
    });
    await failUnpaid(tx, { ...send, attemptNo: send.attemptNo - 1 }, UNKNOWN);
    return false;
  });
}

const NO_CREDITS = "There is no credit left for another attempt";
const UNKNOWN = "It is not known whether the message arrived";

/** The message holds no credit any more, and there was none to take: it fails without another attempt. */
async function failUnpaid(ctx: Ctx, send: ClaimedSend, why: string): Promise<void> {
  const { workspaceId, messageId, attemptNo } = send;
  await ctx.db.sendQueue.deleteMany({ where: { workspaceId, messageId } });
  ctx.wakes?.add("sends");
  const error = `${NO_CREDITS}; given up after ${tries(attemptNo)}: ${why}`;
  await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error });
}

function tries(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}

function lastWords(result: Extract<SendResult, { outcome: "retry" | "unknown" }>): string {
  return result.outcome === "unknown" ? `${result.error}. ${UNKNOWN}` : result.error;
}

async function leaveQueue(ctx: Ctx, send: ClaimedSend): Promise<boolean> {
  const { count } = await ctx.db.sendQueue.deleteMany({ where: held(send) });
  return count === 1;
}

async function stayInQueue(ctx: Ctx, send: ClaimedSend, nextAttemptAt: Date): Promise<boolean> {
  const { count } = await ctx.db.sendQueue.updateMany({
    where: held(send),
    data: { nextAttemptAt, leaseToken: null, leaseUntil: null },
  });
  return count === 1;
}

function held({ workspaceId, messageId, leaseToken }: ClaimedSend) {
  return { workspaceId, messageId, leaseToken };
}

/** The inbox shows that a message is being tried again; told once, its further attempts are read on demand. */
async function tellOfRetry(ctx: Ctx, send: ClaimedSend): Promise<void> {
  if (send.attemptNo > 1) return;
  const { assigneeId } = await ctx.db.conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: send.convId } },
    select: { assigneeId: true },
  });
  await emit(ctx, {
    name: "MESSAGE_CHANGED",
    convId: send.convId,
    clientId: send.clientId,
    messageId: send.messageId,
    assigneeId,
  });
}

function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: the same from a raw statement, which names Postgres's own code.
  return error.code === "P2002" || (error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("23505"));
}
