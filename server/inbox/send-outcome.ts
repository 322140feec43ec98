import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import type { ClaimedSend } from "./claim-sends.ts";
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
      return;
    case "refused":
      if (await leaveQueue(ctx, send))
        await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error: result.error });
      return;
    case "unauthorized":
      // Not the message's fault: it waits until somebody has put the channel right (claimSends passes over it).
      if (await stayInQueue(ctx, send, ctx.now)) await noteChannelError(ctx, send.integration.id, result.error);
      return;
    case "retry":
    case "unknown": {
      const at = nextSendAt(ctx.now, send.attemptNo, send.giveUpAt, result.retryAfterSeconds);
      if (at) {
        if (await stayInQueue(ctx, send, at)) await tellOfRetry(ctx, send);
        return;
      }
      if (await leaveQueue(ctx, send)) {
        await raiseStatus(ctx, { messageId, status: "failed", at: ctx.now, error: givenUp(send.attemptNo, result) });
      }
    }
  }
}

function givenUp(attempts: number, result: Extract<SendResult, { outcome: "retry" | "unknown" }>): string {
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const end = result.outcome === "unknown" ? ". It is not known whether the message arrived" : "";
  return `Given up after ${tries}: ${result.error}${end}`;
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
