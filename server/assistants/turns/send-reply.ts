import { channelOf } from "../../channels/registry.ts";
import type { Ctx } from "../../ctx.ts";
import { env } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { checkContent, MAX_TEXT_LENGTH } from "../../messages/message-content.ts";
import { queueMessage } from "../../messages/queue-message.ts";
import { mustBeSendable, type Place } from "../../messages/sendable.ts";
import { say, type Said } from "../../say.ts";
import { mediaMustFit } from "../../uploads/media-must-fit.ts";
import type { Reply } from "../engine.ts";
import type { ReplyFile } from "./fetch-reply-file.ts";

/** More messages than a client would read in a row. */
const MOST_PARTS = 8;

/** The first message of the reply; `obstacle`: why it, or some of it, could not be sent, as a clause for people. */
type SentReply = { messageId: string | null; obstacle: Said | null };

/** Why nothing can be sent to the client now, as a clause for people; null when it can. */
export function obstacleTo(place: Place, now: Date): Said | null {
  return clauseOf(() => mustBeSendable(place, now));
}

/**
 * Queues text and file of a reply, in this order: a long text in as many messages as the channel needs for it. All of the text, or
 * none.
 * @param tx the open transaction, with the conversation's row locked.
 */
export async function sendReply(
  tx: Ctx,
  place: Place,
  aiId: string,
  { text, file: wanted }: Pick<Reply, "text" | "file">,
  file: ReplyFile | null,
): Promise<SentReply> {
  if (text === null && wanted === null) return { messageId: null, obstacle: null };
  const closed = obstacleTo(place, tx.now);
  if (closed !== null) return { messageId: null, obstacle: closed };
  const author = { aiId, createdBy: aiId };
  const { parts, obstacle } = text === null ? { parts: [], obstacle: null } : partsOf(place, text);
  let messageId: string | null = null;
  for (const content of parts) {
    const message = await queueMessage(tx, place, { type: "text", content, ...author }, { kind: "reply" });
    messageId ??= message.id;
  }
  if (obstacle !== null || file === null) return { messageId, obstacle };
  const refusal = file.type === null ? file.refusal : await refusalOf(tx, place, file);
  if (file.type === null || refusal !== null) return { messageId, obstacle: refusal };
  const message = await queueMessage(tx, place, { type: file.type, content: file.url, ...author }, { kind: "reply" });
  return { messageId: messageId ?? message.id, obstacle: null };
}

function partsOf(place: Place, text: string): { parts: string[]; obstacle: Said | null } {
  const channel = channelOf(place.integration.type);
  const limits = { maxCharacters: Math.min(MAX_TEXT_LENGTH, channel.maxTextLength), maxBytes: channel.maxTextBytes };
  const parts = splitText(text, limits, MOST_PARTS);
  if (parts === null) return { parts: [], obstacle: say("reason.tooLong", { channel: channel.name }) };
  if (parts.length === 0) return { parts, obstacle: say("reason.noAnswer") };
  const origin = new URL(env().APP_URL).origin;
  const obstacle = clauseOf(() => {
    for (const content of parts) checkContent({ type: "text", content, noteType: null }, channel, origin);
  });
  return { parts: obstacle === null ? parts : [], obstacle };
}

async function refusalOf(tx: Ctx, place: Place, file: { type: "audio" | "document"; url: string }) {
  try {
    await mediaMustFit(tx, place.integration.type, { type: file.type, content: file.url });
    return null;
  } catch (error) {
    if (error instanceof AppError) return say("reason.fileNotSent", { why: error.said });
    throw error;
  }
}

function clauseOf(check: () => void): Said | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return say("reason.noTextAnswer", { why: error.said });
    throw error;
  }
}

/** What a channel takes as one text message; bytes where the provider counts those. */
type Limits = { maxCharacters: number; maxBytes: number | null };

/** Where a text is parted, the best place first: between paragraphs, lines, sentences, words. */
const GAPS = [/\n\s*\n/g, /\n/g, /(?<=[.!?…。！？]["'”’)\]]*)\s+/gu, /\s+/g] as const;
/** A part is not made shorter than this share of what fits, only to end it at a better place. */
const LEAST_FILL = 0.4;

/**
 * A text as the messages that a channel takes, parted where a reader would pause; nothing but the white space between two parts is
 * lost.
 * @returns null for more than `mostParts`.
 */
export function splitText(text: string, limits: Limits, mostParts: number): string[] | null {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    if (parts.length === mostParts) return null;
    const fits = fittingLength(rest, limits);
    // A limit below one character would part for ever.
    if (fits === 0) return null;
    const end = fits === rest.length ? fits : lastGap(rest, fits);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

/** How much of the beginning fits, in UTF-16 units, whole characters only. */
function fittingLength(text: string, { maxCharacters, maxBytes }: Limits): number {
  let length = 0;
  let characters = 0;
  let bytes = 0;
  for (const character of text) {
    characters += 1;
    bytes += Buffer.byteLength(character);
    if (characters > maxCharacters || (maxBytes !== null && bytes > maxBytes)) return length;
    length += character.length;
  }
  return length;
}

function lastGap(text: string, fits: number): number {
  const head = text.slice(0, fits);
  for (const gap of GAPS) {
    const last = [...head.matchAll(gap)].at(-1);
    if (last && last.index >= fits * LEAST_FILL) return last.index;
  }
  return fits;
}
