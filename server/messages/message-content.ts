import { z } from "zod";
import type { Channel, MediaKind } from "../channels/channel.ts";
import { badInput } from "../errors.ts";
import type { MessageType, NoteType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { saidBy, saying } from "../saying.ts";

/** A channel's own limit may be lower. */
export const MAX_TEXT_LENGTH = 4_096;

const BLANK = saying("input.blank");
const text = z.string().trim().min(1, BLANK);
const row = z.object({ id: text, title: text, description: z.string().optional() });

function within(degrees: number) {
  const range = saying("inbox.between", { min: -degrees, max: degrees });
  return z.number().min(-degrees, range).max(degrees, range);
}

/** The content of structured types is JSON text. */
const STRUCTURED = {
  location: z.object({
    latitude: within(90),
    longitude: within(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: z
    .array(z.object({ name: text, phones: z.array(text).min(1, BLANK), emails: z.array(text).optional() }))
    .min(1, BLANK),
  interactive: z.object({
    body: text,
    header: z.string().optional(),
    footer: z.string().optional(),
    buttons: z
      .array(z.object({ id: text, title: text }))
      .min(1, BLANK)
      .optional(),
    list: z
      .object({
        button: text,
        sections: z.array(z.object({ title: z.string(), rows: z.array(row).min(1, BLANK) })).min(1, BLANK),
      })
      .optional(),
  }),
} as const;

type Outgoing = {
  type: MessageType;
  content: string;
  noteType: NoteType | null;
  /** The text sent with a file. */
  caption?: string | null;
  replyToMessageId?: string | null;
};
type Rules = Pick<
  Channel,
  "name" | "maxTextLength" | "maxTextBytes" | "maxCaptionLength" | "media" | "messageTypes" | "replyContext"
>;

/**
 * Checks what an agent or a key wants to send, before anything is stored.
 * @param ownOrigin the service's own origin. Its uploads may be sent even if it is not https in a trial.
 * @throws AppError BAD_INPUT with a sentence that says what to change.
 */
export function checkContent(message: Outgoing, channel: Rules, ownOrigin: string): void {
  const { type, content, noteType } = message;
  if (content.includes("\u0000")) throw badInput("content", say("inbox.noNul", { field: "content" }));
  if (noteType !== null && type !== "note") throw badInput("noteType", say("inbox.noteType"));
  if (noteType === "system") throw badInput("noteType", say("inbox.noteSystem"));
  if (type === "template") throw badInput("type", say("inbox.templateType"));
  if (!channel.messageTypes.includes(type)) {
    throw badInput("type", say("inbox.typeNotSent", { channel: channel.name, type }));
  }
  if (message.replyToMessageId && type !== "note" && !channel.replyContext) {
    throw badInput("replyToMessageId", say("inbox.noReplyTo", { channel: channel.name }));
  }
  if (message.caption) checkCaption(type, message.caption, channel);
  switch (type) {
    case "text":
      return checkText(content, channel);
    case "note":
      return checkLength(content, MAX_TEXT_LENGTH);
    case "image":
    case "audio":
    case "document":
    case "video":
      return checkMedia(content, ownOrigin);
    default:
      return checkStructure(type, content);
  }
}

function checkText(content: string, { name, maxTextLength, maxTextBytes }: Rules): void {
  checkLength(content, Math.min(MAX_TEXT_LENGTH, maxTextLength));
  const bytes = Buffer.byteLength(content);
  if (maxTextBytes !== null && bytes > maxTextBytes) {
    throw badInput("content", say("inbox.textBytes", { channel: name, max: maxTextBytes, count: bytes }));
  }
}

function checkCaption(type: MessageType, caption: string, { name, maxCaptionLength, media }: Rules): void {
  if (caption.includes("\u0000")) throw badInput("caption", say("inbox.noNul", { field: "caption" }));
  if (!isMedia(type)) throw badInput("caption", say("inbox.captionType"));
  if (maxCaptionLength === null) throw badInput("caption", say("inbox.noCaption", { channel: name }));
  if (media[type]?.captionless) throw badInput("caption", say("inbox.noCaptionOfType", { channel: name, type }));
  const length = [...caption].length;
  if (length > maxCaptionLength) {
    throw badInput("caption", say("inbox.captionLong", { channel: name, max: maxCaptionLength, count: length }));
  }
}

function isMedia(type: MessageType): type is MediaKind {
  return type === "image" || type === "audio" || type === "video" || type === "document";
}

function checkLength(content: string, max: number): void {
  if (content.trim() === "") throw badInput("content", say("input.empty", { field: "content" }));
  const length = [...content].length;
  if (length > max) throw badInput("content", say("inbox.contentLong", { max, count: length }));
}

function checkMedia(content: string, ownOrigin: string): void {
  const url = URL.parse(content);
  if (!url || (url.protocol !== "https:" && url.origin !== ownOrigin)) {
    throw badInput("content", say("inbox.mediaAddress"));
  }
}

function checkStructure(type: keyof typeof STRUCTURED, content: string): void {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw badInput("content", say("inbox.contentJson", { type }));
  }
  const parsed = STRUCTURED[type].safeParse(value);
  if (parsed.success) return;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  const problem = issue ? saidBy(issue) : say("input.wrong", { field: "content" });
  throw badInput(
    "content",
    place === ""
      ? say("inbox.contentMisfit", { type, problem })
      : say("inbox.contentMisfitAt", { type, place, problem }),
  );
}
