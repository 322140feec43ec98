import { z } from "zod";
import type { InboundMessage } from "../channel.ts";

const id = z.union([z.number(), z.string().min(1)]).transform(String);
const text = z.string().catch("");

const user = z.object({
  id,
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

/** A message's frame; its content stands under a key of its own kind. */
const frame = z.looseObject({
  message_id: id,
  date: z.number(),
  chat: z.object({ id, type: z.string() }),
  from: user.optional(),
  caption: text.optional(),
});
type Frame = z.infer<typeof frame>;

const place = z.object({ latitude: z.number(), longitude: z.number() });
const venue = z.object({ location: place, title: z.string(), address: z.string() });
const contact = z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() });
const replied = z.looseObject({ message_id: id, chat: z.object({ id }) });

const callback = z.object({
  id: z.string(),
  from: user,
  data: z.string().optional(),
  message: z
    .looseObject({
      message_id: id,
      chat: z.object({ id, type: z.string() }),
      reply_markup: z
        .object({
          inline_keyboard: z.array(z.array(z.looseObject({ text: z.string(), callback_data: z.string().optional() }))),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

const update = z.looseObject({ message: z.unknown().optional(), callback_query: z.unknown().optional() });

/** Kinds whose files are not copied yet: the words that stand for them. */
const FILES: Record<string, string> = {
  photo: "Photo",
  video: "Video",
  animation: "Animation",
  video_note: "Video message",
  voice: "Voice message",
  audio: "Audio",
  document: "Document",
  sticker: "Sticker",
};

/** Telegram's own notes about a chat: nobody wrote them, and they open no conversation. */
const SERVICE = [
  "new_chat_members",
  "left_chat_member",
  "new_chat_title",
  "new_chat_photo",
  "delete_chat_photo",
  "group_chat_created",
  "supergroup_chat_created",
  "channel_chat_created",
  "message_auto_delete_timer_changed",
  "migrate_to_chat_id",
  "migrate_from_chat_id",
  "pinned_message",
  "write_access_allowed",
  "connected_website",
  "proximity_alert_triggered",
  "chat_background_set",
  "boost_added",
  "forum_topic_created",
  "video_chat_started",
  "video_chat_ended",
];

/** What one update brought, and the callback that Telegram waits to see answered. */
export type ReadUpdate = { message: InboundMessage | null; callbackQueryId: string | null };

/**
 * Reads an update of the Bot API. Only private chats are conversations with a client; edits, reactions and groups are left out,
 * and what cannot be read is no message.
 * @param botName of the channel, for the address of a deep link.
 */
export function readUpdate(body: unknown, botName: string | null): ReadUpdate {
  const parsed = update.safeParse(body);
  if (!parsed.success) return { message: null, callbackQueryId: null };
  if (parsed.data.callback_query !== undefined) return readCallback(parsed.data.callback_query);
  const message = frame.safeParse(parsed.data.message);
  return { message: message.success ? readMessage(message.data, botName) : null, callbackQueryId: null };
}

function readMessage(message: Frame, botName: string | null): InboundMessage | null {
  const { chat, from, message_id, date } = message;
  if (chat.type !== "private" || !from || from.is_bot) return null;
  if (SERVICE.some((key) => key in message)) return null;
  return {
    senderId: from.id,
    // A message_id counts inside its chat only.
    externalMessageId: `${chat.id}:${message_id}`,
    externalConversationId: null,
    profile: profileOf(from),
    replyTo: replyTo(message.reply_to_message),
    providerAt: timeOf(date),
    ...contentOf(message, botName),
  };
}

type Content = Pick<InboundMessage, "type" | "content" | "sourceType" | "sourceUrl" | "raw">;

function contentOf(message: Frame, botName: string | null): Content {
  if (typeof message.text === "string") {
    return { type: "text", content: message.text, ...referralOf(message.text, botName) };
  }
  // A venue has a location beside it, for older bots.
  const named = venue.safeParse(message.venue);
  if (named.success) {
    const { location, title, address } = named.data;
    return { type: "location", content: JSON.stringify({ ...location, name: title, address }) };
  }
  const plain = place.safeParse(message.location);
  if (plain.success) return { type: "location", content: JSON.stringify(plain.data) };
  const card = contact.safeParse(message.contact);
  if (card.success) {
    const { first_name, last_name, phone_number } = card.data;
    const name = [first_name, last_name].filter(Boolean).join(" ");
    return { type: "contacts", content: JSON.stringify([{ name, phones: [phone_number] }]) };
  }
  const kind = Object.keys(FILES).find((key) => key in message);
  const words = `[${kind ? FILES[kind] : "A Telegram message of a kind that cannot be shown"}]`;
  return { type: "text", content: message.caption ? `${words} ${message.caption}` : words, raw: message };
}

/** `/start payload`: the client came by a link t.me/<bot>?start=payload. */
function referralOf(said: string, botName: string | null): Pick<InboundMessage, "sourceType" | "sourceUrl"> {
  const payload = /^\/start ([\w-]{1,64})$/.exec(said)?.[1];
  if (payload === undefined) return {};
  return { sourceType: "link", sourceUrl: botName === null ? null : `https://t.me/${botName}?start=${payload}` };
}

function readCallback(given: unknown): ReadUpdate {
  const parsed = callback.safeParse(given);
  if (!parsed.success) return { message: null, callbackQueryId: null };
  const { id: callbackQueryId, from, data, message } = parsed.data;
  const isOfClient = !from.is_bot && data !== undefined && (!message || message.chat.type === "private");
  if (!isOfClient) return { message: null, callbackQueryId };
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const title = buttons.find((button) => button.callback_data === data)?.text ?? data;
  return {
    callbackQueryId,
    message: {
      senderId: from.id,
      externalMessageId: `callback:${callbackQueryId}`,
      externalConversationId: null,
      type: "interactive",
      content: JSON.stringify({ reply: { id: data, title } }),
      profile: profileOf(from),
      replyTo: replyTo(message),
      providerAt: null,
    },
  };
}

function profileOf({ first_name, last_name, username }: z.infer<typeof user>): InboundMessage["profile"] {
  return { name: first_name || username || null, surname: last_name || null };
}

function replyTo(given: unknown): InboundMessage["replyTo"] {
  const parsed = replied.safeParse(given);
  if (!parsed.success) return null;
  const { chat, message_id, text: said, caption } = parsed.data;
  const content = [said, caption].find((each) => typeof each === "string");
  return { id: `${chat.id}:${message_id}`, content: typeof content === "string" ? content : null, type: null };
}

/** Seconds; an inaccessible message has 0. */
function timeOf(seconds: number): Date | null {
  const time = new Date(seconds * 1000);
  return seconds > 0 && time.getUTCFullYear() < 2200 ? time : null;
}
