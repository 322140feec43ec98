import { z } from "zod";
import type { ClientProfile, InboundChange, InboundEcho, InboundMessage } from "../inbound.ts";
import { readConnection, readDeletions } from "./read-business.ts";
import { isServiceMessage, readContent, readRepliedTo, readReply } from "./read-content.ts";
import { chat, externalId, frame, id, timeOf, user, type Frame } from "./shapes.ts";
import { threadOf } from "./threads.ts";

/** Kinds of updates that are read here. Without a list Telegram keeps the previous one. */
export const ALLOWED_UPDATES = [
  ...["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"],
  ...["business_connection", "business_message", "edited_business_message", "deleted_business_messages"],
];

const callback = z.object({
  id: z.string(),
  from: user,
  data: z.string().optional(),
  message: frame
    .pick({
      message_id: true,
      chat: true,
      business_connection_id: true,
      is_topic_message: true,
      message_thread_id: true,
    })
    .loose()
    .extend({
      reply_markup: z
        .object({
          inline_keyboard: z.array(z.array(z.looseObject({ text: z.string(), callback_data: z.string().optional() }))),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

const reaction = z.object({
  chat,
  message_id: id,
  user,
  date: z.number(),
  new_reaction: z.array(z.object({ type: z.string(), emoji: z.string().optional() })),
});

const membership = z.object({
  chat,
  from: user,
  date: z.number(),
  new_chat_member: z.object({ status: z.string() }),
});

/** Reactions without a character: a custom picture, and a paid star. */
const UNSPEAKABLE: Record<string, string> = { custom_emoji: "✨", paid: "⭐" };

/** The content of one update, and the callback query that Telegram expects a response to. */
export type ReadUpdate = {
  message: InboundMessage | null;
  echo: InboundEcho | null;
  changes: InboundChange[];
  callbackQueryId: string | null;
};

const NOTHING: ReadUpdate = { message: null, echo: null, changes: [], callbackQueryId: null };

/**
 * Reads an update of the Bot API. Only private chats are conversations with a contact: the bot's own, and those of business accounts
 * that the bot answers for. Groups and unreadable updates are left out.
 * @param botName of the channel, for the address of a deep link, and to know the bot's own messages.
 */
export function readUpdate(body: unknown, botName: string | null): ReadUpdate {
  const update = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  if (update.callback_query !== undefined) return readCallback(update.callback_query);
  if (update.message_reaction !== undefined) return changed(readReaction(update.message_reaction));
  if (update.my_chat_member !== undefined) return changed(readMembership(update.my_chat_member));
  if (update.business_connection !== undefined) return changed(readConnection(update.business_connection));
  if (update.deleted_business_messages !== undefined) {
    return { ...NOTHING, changes: readDeletions(update.deleted_business_messages) };
  }
  const edited = frame.safeParse(update.edited_message ?? update.edited_business_message);
  if (edited.success) return changed(readEdit(edited.data));
  const message = frame.safeParse(update.message ?? update.business_message);
  return message.success ? readMessage(message.data, botName) : NOTHING;
}

function changed(change: InboundChange | null): ReadUpdate {
  return change ? { ...NOTHING, changes: [change] } : NOTHING;
}

type Sender = z.infer<typeof user>;

/** The author of a private message; null for everything else. */
function writerOf({ from, ...message }: Frame): Sender | null {
  return message.chat.type === "private" && from && !from.is_bot ? from : null;
}

function readMessage(message: Frame, botName: string | null): ReadUpdate {
  const writer = writerOf(message);
  if (!writer || isServiceMessage(message)) return NOTHING;
  const written = {
    externalMessageId: externalId(message),
    externalConversationId: threadOf(message),
    replyTo: readReply(message),
    providerAt: timeOf(message.date),
    ...readContent(message),
  };
  // A private chat has the id of the other person. Who writes under another id is the owner of the business account.
  if (message.business_connection_id && writer.id !== message.chat.id) {
    const { chat: other, sender_business_bot: bot, is_from_offline: isAutomatic = false } = message;
    const isOurs = bot !== undefined && bot.username === botName;
    const echo = { recipientId: other.id, profile: profileOf(other), isForeign: !isOurs, isAutomatic, ...written };
    return { ...NOTHING, echo };
  }
  const arrival = referralOf(message.text, botName);
  return { ...NOTHING, message: { senderId: writer.id, profile: profileOf(writer), ...written, ...arrival } };
}

/** `/start payload`: the contact came through a link t.me/<bot>?start=payload. */
function referralOf(said: unknown, botName: string | null): Pick<InboundMessage, "sourceType" | "sourceUrl"> {
  const payload = typeof said === "string" ? /^\/start ([\w-]{1,64})$/.exec(said)?.[1] : undefined;
  if (payload === undefined) return {};
  return { sourceType: "link", sourceUrl: botName === null ? null : `https://t.me/${botName}?start=${payload}` };
}

function readEdit(message: Frame): InboundChange | null {
  if (!writerOf(message) || isServiceMessage(message) || isMoving(message)) return null;
  const at = message.edit_date === undefined ? null : timeOf(message.edit_date);
  return { kind: "edit", at, externalMessageId: externalId(message), ...readContent(message) };
}

/** Telegram edits a live location every few seconds for hours. Only the first position and the final one are kept. */
function isMoving({ location }: Frame): boolean {
  return typeof location === "object" && location !== null && "live_period" in location;
}

/** The last of the contact's reactions to a message. Premium users can have several. */
function readReaction(given: unknown): InboundChange | null {
  const parsed = reaction.safeParse(given);
  if (!parsed.success || parsed.data.chat.type !== "private" || parsed.data.user.is_bot) return null;
  const { user: sender, date, new_reaction } = parsed.data;
  const last = new_reaction.at(-1);
  const emoji = last === undefined ? null : (last.emoji ?? UNSPEAKABLE[last.type] ?? "✨");
  return { kind: "reaction", at: timeOf(date), senderId: sender.id, externalMessageId: externalId(parsed.data), emoji };
}

function readMembership(given: unknown): InboundChange | null {
  const parsed = membership.safeParse(given);
  if (!parsed.success || parsed.data.chat.type !== "private") return null;
  const { from, date, new_chat_member } = parsed.data;
  const isReachable = { kicked: false, member: true }[new_chat_member.status];
  if (isReachable === undefined) return null;
  return { kind: "reachability", at: timeOf(date), senderId: from.id, isReachable };
}

function readCallback(given: unknown): ReadUpdate {
  const parsed = callback.safeParse(given);
  if (!parsed.success) return NOTHING;
  const { id: callbackQueryId, from, data, message } = parsed.data;
  // In a business account's chat, its owner may tap a button too.
  const isPrivate =
    message?.chat.type === "private" && (!message.business_connection_id || message.chat.id === from.id);
  const isOfClient = !from.is_bot && data !== undefined && (!message || isPrivate);
  if (!isOfClient) return { ...NOTHING, callbackQueryId };
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const title = buttons.find((button) => button.callback_data === data)?.text ?? data;
  return {
    ...NOTHING,
    callbackQueryId,
    message: {
      senderId: from.id,
      externalMessageId: `callback:${callbackQueryId}`,
      externalConversationId: message ? threadOf(message) : null,
      type: "interactive",
      content: JSON.stringify({ reply: { id: data, title } }),
      profile: profileOf(from),
      replyTo: readRepliedTo(message, message?.business_connection_id),
      providerAt: null,
    },
  };
}

function profileOf({ first_name, last_name, username }: Omit<Sender, "id">): ClientProfile {
  return { name: first_name || username || null, surname: last_name || null };
}
