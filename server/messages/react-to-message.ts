import type { Channel } from "../channels/channel.ts";
import { rulesOf } from "../channels/registry.ts";
import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Message } from "../generated/prisma/client.ts";
import { enqueue } from "../work/queue.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo, lockConvForActor } from "../conversations/access.ts";
import { mustBeSendable, placeOf } from "./sendable.ts";

export type ReactToMessageInput = {
  messageId: string;
  /** One emoji; null or left out removes the business's reaction. */
  emoji?: string | null;
};

/**
 * Sets the business's reaction to a contact's message. The inbox shows it at once, and it is sent to the provider in the background.
 * A provider's error is stored with it. A message has one reaction of the business; a new one replaces it.
 * @throws AppError NOT_FOUND, BAD_INPUT (no emoji, a channel without reactions, a message that takes none), CONFLICT (it was
 * deleted, or the conversation has ended), and as addMessage
 */
export const reactToMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: ReactToMessageInput): Promise<Message> => {
    const emoji = readEmoji(input.emoji ?? null);
    return inTransaction(ctx, async (tx) => {
      const { workspaceId, db } = tx;
      const where = { workspaceId, id: input.messageId, conversation: convsVisibleTo(tx) };
      const message = await db.message.findFirst({ where });
      if (!message) throw notFound("message");
      const place = await placeOf(tx, await lockConvForActor(tx, message.convId));
      const { conv, client, integration } = place;
      mustTakeReaction(message, emoji, rulesOf(integration.type, conv.externalConversationId));
      mustBeSendable(place, tx.now);
      const key = { workspaceId, messageId: message.id, isAgent: true };
      const given = await db.messageReaction.findUnique({ where: { workspaceId_messageId_isAgent: key } });
      if ((given?.emoji ?? null) === emoji && !given?.error) return message;
      // The time must be later than the previous reaction's, because the job uses it to know which one it has sent.
      await db.$executeRaw`
      insert into "MessageReaction" as r ("workspaceId", "messageId", "isAgent", emoji, "agentId", at)
      values (${workspaceId}, ${message.id}::uuid, true, ${emoji}, ${actorAgentId(tx.actor)}::uuid, ${tx.now}::timestamptz)
      on conflict ("workspaceId", "messageId", "isAgent") do update set emoji = excluded.emoji, "agentId" = excluded."agentId",
        at = greatest(excluded.at, r.at + interval '1 millisecond'), error = null, "settledAt" = null`;
      await emit(tx, {
        name: "MESSAGE_CHANGED",
        convId: conv.id,
        clientId: client.id,
        messageId: message.id,
        assigneeId: conv.assigneeId,
      });
      await enqueue(tx, "send-gesture", { workspaceId, messageId: message.id, kind: "reaction" });
      return message;
    });
  },
);

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u;
/** The longest families and flags have about ten code points. */
const LONGEST_EMOJI = 40;

/** Checks that it is exactly one emoji. Which ones are allowed is the provider's decision. */
function readEmoji(given: string | null): string | null {
  if (given === null) return null;
  const parts = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(given)];
  if (parts.length === 1 && given.length <= LONGEST_EMOJI && EMOJI.test(given)) return given;
  throw badInput("emoji", say("inbox.oneEmoji"));
}

function mustTakeReaction(
  message: Pick<Message, "isAgent" | "removedAt" | "externalMessageId">,
  emoji: string | null,
  { name, gestures, reactions }: Channel,
): void {
  if (!gestures.includes("reaction")) throw badInput("messageId", say("inbox.noReactions", { channel: name }));
  if (message.isAgent) throw badInput("messageId", say("inbox.reactToClient"));
  if (message.removedAt) throw new AppError("CONFLICT", say("refusal.deletedByClient"));
  if (message.externalMessageId === null) throw badInput("messageId", say("inbox.noReactionId", { channel: name }));
  if (emoji !== null && reactions !== null && !reactions.some((known) => plain(known) === plain(emoji))) {
    throw badInput("emoji", say("inbox.reactionsOnly", { channel: name, reactions: reactions.join(", ") }));
  }
}

/** Without the variation selector for color emoji: keyboards differ in sending it. */
function plain(emoji: string): string {
  return emoji.replaceAll("\ufe0f", "");
}
