import { rulesOf } from "../../channels/registry.ts";
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

/** Limit for the messages of one reply: no contact reads more in a row. */
const MOST_PARTS = 8;

/** `messageId`: the first message of the reply. `obstacle`: why not all of it could be sent, as a clause for people. */
type SentReply = { messageId: string | null; obstacle: Said | null };

/** Why nothing can be sent to the contact now, as a clause for people. null: it can. */
export function obstacleTo(place: Place, now: Date): Said | null {
  return clauseOf(() => mustBeSendable(place, now));
}

/**
 * Queues the text, then the file of a reply. A long text becomes several messages if the channel requires it. Either all of the text is
 * queued, or none.
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
  const channel = rulesOf(place.integration.type, place.conv.externalConversationId);
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
    const { integration, conv } = place;
    const rules = rulesOf(integration.type, conv.externalConversationId);
    checkContent({ type: file.type, content: file.url, noteType: null }, rules, new URL(env().APP_URL).origin);
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

/** The channel's limits for one text message. Bytes if the provider counts those. */
type Limits = { maxCharacters: number; maxBytes: number | null };

/** Where to split a text, best place first: between paragraphs, lines, sentences, words. */
const GAPS = [/\n\s*\n/g, /\n/g, /(?<=[.!?…。！？]["'”’)\]]*)\s+/gu, /\s+/g] as const;
/** A better place to split is used only if the part stays at least this share of the limit. */
const LEAST_FILL = 0.4;

/**
 * Splits a text into messages that the channel accepts, at natural pauses. Only the white space between two parts is lost.
 * @returns null for more than `mostParts`.
 */
export function splitText(text: string, limits: Limits, mostParts: number): string[] | null {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    if (parts.length === mostParts) return null;
    const fits = fittingLength(rest, limits);
    // A limit below one character would loop for ever.
    if (fits === 0) return null;
    const end = fits === rest.length ? fits : lastGap(rest, fits);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

/** The length of the longest prefix that fits, in UTF-16 units, whole characters only. */
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
