import { z } from "zod";
import type { InboundMessage } from "../inbound.ts";
import { fileWords, readFile } from "./read-file.ts";
import { withAddresses } from "./read-entities.ts";
import { otherLines } from "./read-other.ts";
import { externalId, id, maybeText, type Frame } from "./shapes.ts";

/** The content of a message. `raw` is kept if the content is incomplete. */
export type Content = Pick<InboundMessage, "type" | "content" | "media" | "raw">;

const place = z.object({ latitude: z.number(), longitude: z.number() });
const venue = z.object({ location: place, title: z.string(), address: z.string() });
const contact = z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() });
const replied = z.looseObject({ message_id: id, chat: z.object({ id }) });
const quoted = z.object({ text: z.string() });

/** Telegram's service messages about a chat. They have no author and open no conversation. */
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
  "chat_owner_left",
  "chat_owner_changed",
  "boost_added",
  "forum_topic_created",
  "forum_topic_edited",
  "forum_topic_closed",
  "forum_topic_reopened",
  "general_forum_topic_hidden",
  "general_forum_topic_unhidden",
  "video_chat_scheduled",
  "video_chat_started",
  "video_chat_ended",
  "video_chat_participants_invited",
  "paid_message_price_changed",
  "direct_message_price_changed",
  "checklist_tasks_done",
  "checklist_tasks_added",
  "poll_option_added",
  "poll_option_deleted",
  "managed_bot_created",
  "community_chat_added",
  "community_chat_joined",
  "community_chat_removed",
  "suggested_post_approved",
  "suggested_post_approval_failed",
  "suggested_post_declined",
  "suggested_post_paid",
  "suggested_post_refunded",
  "giveaway_created",
  "giveaway_completed",
  "gift_upgrade_sent",
  "refunded_payment",
];

export function isServiceMessage(message: Frame): boolean {
  return SERVICE.some((key) => key in message);
}

/** Reads a message's content. Every message is shown: unknown kinds as words, with `raw`. */
export function readContent(message: Frame): Content {
  if (typeof message.text === "string") {
    return { type: "text", content: withAddresses(message.text, message.entities) };
  }
  // A venue also carries a location, for older bots.
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
  const file = readFile(message);
  const caption = message.caption && withAddresses(message.caption, message.caption_entities);
  if (file) {
    const media = file.media.caption === null ? file.media : { ...file.media, caption: caption ?? null };
    return { type: "text", content: shown(file.words, caption), media };
  }
  const [words = "", ...lines] = otherLines(message) ?? [fileWords(message) ?? UNKNOWN];
  return { type: "text", content: [shown(words, caption), ...lines].join("\n"), raw: message };
}

const UNKNOWN = "A Telegram message of a kind that cannot be shown";

function shown(words: string, caption: string | undefined): string {
  return caption ? `[${words}] ${caption}` : `[${words}]`;
}

/** The message that a message replies to. For one in another chat, only the sender's quote is available. */
export function readReply(message: Record<string, unknown>): InboundMessage["replyTo"] {
  const quote = quoted.safeParse(message.quote).data?.text ?? null;
  const answered = readRepliedTo(message.reply_to_message, maybeText.parse(message.business_connection_id));
  if (answered) return { ...answered, content: quote ?? answered.content };
  return quote === null ? null : { id: null, content: quote, type: "text" };
}

/**
 * The message itself as the target of a reply.
 * @param connection the business account's, if it is in one of its chats.
 */
export function readRepliedTo(
  given: unknown,
  connection: string | undefined,
): NonNullable<InboundMessage["replyTo"]> | null {
  const parsed = replied.safeParse(given);
  if (!parsed.success) return null;
  const { text, caption } = parsed.data;
  const content = [text, caption].map((each) => maybeText.parse(each)).find((each) => each !== undefined) ?? null;
  const type = typeof text === "string" ? "text" : (readFile(parsed.data)?.media.type ?? null);
  return { id: externalId({ ...parsed.data, business_connection_id: connection }), content, type };
}
