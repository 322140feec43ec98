import type { SendResult } from "../channels/channel.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import { log } from "../log.ts";
import { inEnglish } from "../say.ts";
import { askGesture, GESTURED, type GesturedMessage } from "./ask-gesture.ts";
import { GIVE_UP_MINUTES } from "./send-queue.ts";

/** The same limit as for an agent's reply. */
const GIVE_UP_MS = GIVE_UP_MINUTES.reply * 60_000;

type Sending = { workspaceId: number; messageId: string; kind: "read" | "reaction" };

/**
 * Sends a reaction to a contact's message, or its read receipt, to the provider. Safe to run twice: a reaction is a state, and a repeated
 * read receipt changes nothing.
 * @throws Error when the provider must be asked again; the queue retries with growing pauses.
 */
export async function sendGesture({ workspaceId, messageId, kind }: Sending): Promise<void> {
  const ctx = systemCtx(workspaceId, "send-gesture");
  const message = await ctx.db.message.findUnique({
    where: { workspaceId_id: { workspaceId, id: messageId } },
    include: GESTURED,
  });
  if (message) await (kind === "reaction" ? sendReaction(ctx, message) : sendRead(ctx, message));
}

/** Sends the current reaction. Repeats if it was replaced meanwhile. */
async function sendReaction(ctx: Ctx, message: GesturedMessage): Promise<void> {
  const { workspaceId, id: messageId } = message;
  for (;;) {
    const reaction = await ctx.db.messageReaction.findUnique({
      where: { workspaceId_messageId_isAgent: { workspaceId, messageId, isAgent: true } },
    });
    // If a message has several jobs, the first one sends the current reaction and the others find it settled.
    if (!reaction || reaction.settledAt) return;
    const result = await askGesture(ctx, message, { kind: "reaction", emoji: reaction.emoji });
    if (isToBeTriedAgain(result) && Date.now() - reaction.at.getTime() < GIVE_UP_MS) {
      throw new Error(`a reaction is still to be shown: ${inEnglish(result.error)}`);
    }
    const error = result.outcome === "accepted" ? null : inEnglish(result.error);
    const isStored = await inTransaction(ctx, async (tx) => {
      await noteRefusal(tx, message, result);
      const { count } = await tx.db.messageReaction.updateMany({
        where: { workspaceId, messageId, isAgent: true, at: reaction.at },
        data: { error, settledAt: new Date() },
      });
      if (count > 0 && error !== reaction.error) await notifyOf(tx, message);
      return count > 0;
    });
    if (isStored) return;
  }
}

/** Best effort: the next read receipt also covers this one. If a later message was read, another job handles it. */
async function sendRead(ctx: Ctx, message: GesturedMessage): Promise<void> {
  if (message.conversation.readToldSeq !== message.seq || message.integration.readReceipts === "never") return;
  const result = await askGesture(ctx, message, { kind: "read" });
  await inTransaction(ctx, (tx) => noteRefusal(tx, message, result));
  if (result.outcome === "accepted") return;
  const about = { workspaceId: ctx.workspaceId, messageId: message.id, error: inEnglish(result.error) };
  log.info(about, "the provider was not told that a message was read");
}

function isToBeTriedAgain(result: SendResult): result is Extract<SendResult, { outcome: "retry" | "unknown" }> {
  return result.outcome === "retry" || result.outcome === "unknown";
}

async function noteRefusal(tx: Ctx, { integration }: GesturedMessage, result: SendResult): Promise<void> {
  if (result.outcome === "unauthorized") await noteChannelError(tx, integration, result.error);
}

/** Names the conversation's current agent, who may see the error. */
async function notifyOf(tx: Ctx, { workspaceId, id: messageId, convId, clientId }: GesturedMessage): Promise<void> {
  const { assigneeId } = await tx.db.conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: convId } },
    select: { assigneeId: true },
  });
  await emit(tx, { name: "MESSAGE_CHANGED", convId, clientId, messageId, assigneeId });
}
