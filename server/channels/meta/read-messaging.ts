import { z } from "zod";
import type { InboundCall, InboundChange, InboundMessage, InboundStatus, InboundMedia } from "../inbound.ts";
import { linesOfCard } from "./read-card.ts";
import { nameOfPart } from "../part-names.ts";
import { readComments } from "./read-comments.ts";
import { readReaction } from "./read-reaction.ts";
import { referral, sourceOf } from "./read-referral.ts";
import { entriesOf, id, listOf, maybeId, maybeText, timeOf } from "./webhook.ts";

const MEDIA: Record<string, { type: InboundMedia["type"]; words: string }> = {
  image: { type: "image", words: "Photo" },
  video: { type: "video", words: "Video" },
  audio: { type: "audio", words: "Audio" },
  file: { type: "document", words: "Document" },
  // What the page may not have as it is, sometimes with a file.
  unsupported_type: { type: "document", words: "An attachment of a kind that cannot be shown" },
  sticker: { type: "image", words: "Sticker" },
};

/** Content that contacts share from elsewhere. */
const SHARED: Record<string, string> = {
  share: "Shared post",
  post: "Shared post",
  ig_post: "Shared post",
  reel: "Shared reel",
  ig_reel: "Shared reel",
  ig_story: "Shared story",
  story_mention: "Mentioned the account in a story",
  fallback: "Link",
  ephemeral: "A photo or video to look at once, which is shown in the app only",
  appointment_booking: "Appointment",
};

const payload = z.object({
  url: maybeText,
  title: maybeText,
  coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
});

type Attachment = { type: string; payload?: unknown } & Record<string, unknown>;

/** Whose events to read: a page's or an Instagram account's. `linkPrefix` is the start of its links; `ref` is appended to it. */
export type Reader = {
  object: "page" | "instagram";
  accountId: string;
  linkPrefix: string | null;
  /** Our app, if it is known. */
  appId?: string | undefined;
  /** Whether comments are read. */
  comments?: boolean | undefined;
};

const maybe = z.unknown().optional();
const entry = z.object({ id, time: maybe, messaging: maybe, standby: maybe, changes: maybe });
const event = z.looseObject({
  sender: z.object({ id }),
  recipient: z.object({ id }),
  timestamp: z.unknown().optional(),
});
type Event = z.infer<typeof event>;

const message = z.looseObject({
  mid: z.string().min(1),
  text: maybeText,
  attachments: z.unknown().optional(),
  quick_reply: z.object({ payload: z.string() }).optional().catch(undefined),
  reply_to: z
    .object({ mid: maybeId, story: z.object({ url: maybeText }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  referral: referral.optional().catch(undefined),
  is_echo: z.boolean().optional().catch(undefined),
  is_deleted: z.boolean().optional().catch(undefined),
  metadata: maybeText,
});
type Message = z.infer<typeof message>;
const postback = z.object({
  mid: maybeId,
  title: maybeText,
  payload: maybeText,
  referral: referral.optional().catch(undefined),
});
const edited = z.object({ mid: z.string().min(1), text: z.string() });
const control = z.object({ new_owner_app_id: maybeId, previous_owner_app_id: maybeId });
/** In some bodies a time is a text. */
const maybeTime = z.union([z.number(), z.string()]).optional().catch(undefined);
const delivery = z.object({ mids: z.unknown().optional(), watermark: maybeTime });
const read = z.object({ mid: maybeId, watermark: maybeTime });

/** The form of our message ids, which come back with our messages. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type Parts = Required<Omit<InboundCall, "answer" | "history" | "contactNames">>;

/**
 * Reads a call of the Messenger Platform, or of Instagram, which uses the same format: every entry and event of this account.
 * Of conversations that another app controls (`standby`), messages, echoes and changes of messages are read, but no receipts, which are
 * about its messages. Comments are read where they are wanted.
 */
export function readMessaging(body: unknown, reader: Reader): InboundCall {
  const parts: Parts = { messages: [], statuses: [], changes: [], echoes: [], elsewhere: [] };
  for (const { id: accountId, time, messaging, standby, changes } of entriesOf(body, reader.object, entry)) {
    if (accountId === reader.accountId) {
      if (reader.comments) readComments(changes, time, reader, parts);
      for (const given of listOf(messaging, event)) readEvent(given, reader, parts);
      for (const given of listOf(standby, event)) readStandby(given, reader, parts);
    } else if (!parts.elsewhere.includes(accountId)) parts.elsewhere.push(accountId);
  }
  return { ...parts, answer: {} };
}

function readStandby(given: Event, reader: Reader, parts: Parts): void {
  const read: Parts = { messages: [], statuses: [], changes: [], echoes: [], elsewhere: [] };
  readEvent(given, reader, read);
  parts.messages.push(...read.messages.map((each) => ({ ...each, isStandby: true })));
  parts.echoes.push(...read.echoes.map((each) => ({ ...each, isStandby: true })));
  parts.changes.push(...read.changes);
}

function readEvent(given: Event, reader: Reader, parts: Parts): void {
  const senderId = given.sender.id;
  const at = timeOf(given.timestamp);
  if (given.message !== undefined) readMessage(given, reader, parts);
  if (given.postback !== undefined) parts.messages.push(...readPostback(given, reader));
  if (given.message_edit !== undefined) {
    const said = edited.safeParse(given.message_edit).data;
    if (said) parts.changes.push({ kind: "edit", at, externalMessageId: said.mid, type: "text", content: said.text });
  }
  if (given.reaction !== undefined && senderId !== reader.accountId) {
    parts.changes.push(...readReaction(given.reaction, senderId, at));
  }
  if (given.referral !== undefined) {
    const source = sourceOf(referral.safeParse(given.referral).data, reader.linkPrefix);
    if (source) parts.changes.push({ kind: "referral", at, senderId, ...source });
  }
  parts.changes.push(...readControl(given, reader, at));
  if (given.delivery !== undefined) parts.statuses.push(...readDelivery(given.delivery, senderId, at));
  if (given.read !== undefined) parts.statuses.push(...readRead(given.read, senderId, at));
}

/** The apps in which people answer in Meta's own inbox, of pages and of Instagram. */
const INBOX_APPS = ["263902037430900", "1217981644879628"];

/** The new owner is told of a pass, the former owner of a take. */
function readControl(given: Event, { accountId, appId }: Reader, at: Date | null): InboundChange[] {
  const change = { kind: "control", at, senderId: given.sender.id, summary: null } as const;
  if (change.senderId === accountId) return [];
  if (given.take_thread_control !== undefined) return [{ ...change, isOurs: false, isDue: false }];
  const passed = control.safeParse(given.pass_thread_control).data;
  if (!passed) return [];
  const owner = passed.new_owner_app_id;
  const isOurs = owner === undefined || (appId === undefined ? !INBOX_APPS.includes(owner) : owner === appId);
  // A person in Meta's own inbox who is done passes it too.
  const former = passed.previous_owner_app_id;
  return [{ ...change, isOurs, isDue: isOurs && former !== undefined && !INBOX_APPS.includes(former) }];
}

function readMessage(given: Event, reader: Reader, parts: Parts): void {
  const parsed = message.safeParse(given.message);
  if (!parsed.success) return;
  const said = parsed.data;
  const at = timeOf(given.timestamp);
  if (said.is_deleted) {
    parts.changes.push({ kind: "deletion", at, externalMessageId: said.mid });
    return;
  }
  const isFromUs = said.is_echo === true || given.sender.id === reader.accountId;
  // An account's message to itself is not a conversation with a contact.
  if (isFromUs && given.recipient.id === reader.accountId) return;
  const read = contentsOf(said).map((content, index) => ({
    externalMessageId: nameOfPart(said.mid, index),
    externalConversationId: null,
    replyTo: replyTo(said),
    providerAt: at,
    ...(index === 0 ? (sourceOf(said.referral, reader.linkPrefix) ?? {}) : {}),
    ...content,
  }));
  if (isFromUs) {
    const own = said.metadata !== undefined && UUID.test(said.metadata) ? { messageId: said.metadata } : {};
    parts.echoes.push(...read.map((each) => ({ recipientId: given.recipient.id, ...own, ...each })));
  } else parts.messages.push(...read.map((each) => ({ senderId: given.sender.id, profile: {}, ...each })));
}

type Content = Pick<InboundMessage, "type" | "content" | "media" | "raw">;

function contentsOf(said: Message): Content[] {
  const { text, quick_reply } = said;
  if (quick_reply) {
    const reply = { id: quick_reply.payload, title: text ?? quick_reply.payload };
    return [{ type: "interactive", content: JSON.stringify({ reply }) }];
  }
  const attachments = readAttachments(said.attachments, text);
  if (text) return [{ type: "text", content: text }, ...attachments];
  if (attachments.length > 0) return attachments;
  return [{ type: "text", content: "[A message of a kind that cannot be shown]", raw: said }];
}

const LINK = /\bhttps?:\/\/|\bwww\./i;

/**
 * Removes duplicates. A sticker may come twice: under its own type and as an image for older readers. A text with a link also
 * brings Meta's preview of it.
 */
function readAttachments(given: unknown, text = ""): Content[] {
  const all = listOf(given, z.looseObject({ type: z.string(), payload: z.unknown().optional() }));
  const stickers = new Set<unknown>();
  const once = all.filter(({ type, payload }) => {
    if (type === "fallback" && LINK.test(text)) return false;
    const sticker = z.looseObject({ sticker_id: z.union([z.string(), z.number()]) }).safeParse(payload);
    if (!sticker.success) return true;
    const isNew = !stickers.has(String(sticker.data.sticker_id));
    stickers.add(String(sticker.data.sticker_id));
    return isNew;
  });
  return once.map(readAttachment);
}

function replyTo({ reply_to }: Message): InboundMessage["replyTo"] {
  if (reply_to?.mid !== undefined) return { id: reply_to.mid, content: null, type: null };
  return reply_to?.story ? { id: null, content: reply_to.story.url ?? null, type: "story" } : null;
}

function readPostback(given: Event, reader: Reader): InboundMessage[] {
  const parsed = postback.safeParse(given.postback);
  if (!parsed.success || given.sender.id === reader.accountId) return [];
  const { mid, title, payload, referral: from } = parsed.data;
  const chosen = payload ?? title;
  if (chosen === undefined) return [];
  const reply = { id: chosen, title: title ?? chosen };
  return [
    {
      senderId: given.sender.id,
      externalMessageId: mid ?? `postback:${given.sender.id}:${JSON.stringify(given.timestamp)}`,
      externalConversationId: null,
      type: "interactive",
      content: JSON.stringify({ reply }),
      profile: {},
      replyTo: null,
      providerAt: timeOf(given.timestamp),
      ...(sourceOf(from, reader.linkPrefix) ?? {}),
    },
  ];
}

/** Returns the named messages if there are names, and all messages before the watermark. */
function readDelivery(given: unknown, senderId: string, at: Date | null): InboundStatus[] {
  const parsed = delivery.safeParse(given);
  if (!parsed.success) return [];
  const { mids, watermark } = parsed.data;
  const report = { status: "delivered", at, error: null } as const;
  const until = timeOf(watermark);
  return [
    ...listOf(mids, z.string()).map(
      (mid) => ({ of: "message", externalMessageId: mid, messageId: null, ...report }) as const,
    ),
    ...(until ? [{ of: "upToTime", senderId, until, ...report } as const] : []),
  ];
}

/** Messenger reports the time until which the contact has read, Instagram the last message read. */
function readRead(given: unknown, senderId: string, at: Date | null): InboundStatus[] {
  const parsed = read.safeParse(given);
  if (!parsed.success) return [];
  const { mid, watermark } = parsed.data;
  const report = { status: "read", at, error: null } as const;
  if (mid !== undefined) return [{ of: "upToMessage", senderId, externalMessageId: mid, ...report }];
  const until = timeOf(watermark);
  return until ? [{ of: "upToTime", senderId, until, ...report }] : [];
}

/** Reads one attachment as its own message. Links to files need no token and expire. */
function readAttachment(attachment: Attachment): Pick<InboundMessage, "type" | "content" | "media" | "raw"> {
  const { type } = attachment;
  // Some attachments have a text as payload, or none. Title and address may be next to the payload.
  const inside = payload.safeParse(attachment.payload).data;
  const beside = payload.parse(attachment);
  const url = inside?.url ?? beside.url;
  const title = inside?.title ?? beside.title;
  const coordinates = inside?.coordinates;
  if (type === "location" && coordinates) {
    const place = { latitude: coordinates.lat, longitude: coordinates.long, ...(title ? { name: title } : {}) };
    return { type: "location", content: JSON.stringify(place) };
  }
  if (type === "template") {
    return { type: "text", content: linesOfCard(attachment.payload, title).join("\n"), raw: attachment };
  }
  const kind = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (kind) {
    const media = { type: kind.type, id: null, url: url ?? null, mimeType: null, fileName: null, caption: null };
    return { type: "text", content: `[${kind.words}]`, raw: attachment, ...(url === undefined ? {} : { media }) };
  }
  const words = Object.hasOwn(SHARED, type) ? SHARED[type] : "An attachment of a kind that cannot be shown";
  return { type: "text", content: [`[${words}]`, title, url].filter(Boolean).join(" "), raw: attachment };
}
