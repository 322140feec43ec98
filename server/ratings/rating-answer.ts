import { z } from "zod";
import type { Channel } from "../channels/channel.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import type { MessageType } from "../generated/prisma/enums.ts";

export type RatingQuestion = { question: string; scale: number };

/** Up to here, stars are readable in a button. Above, a choice shows only its number. */
const MOST_STARS = 5;

/**
 * The rating question in the form that the channel supports: buttons, otherwise a list, otherwise text. Buttons come first, because they
 * need one tap less.
 * @param convId part of the answer, so that it can be matched whatever the contact wrote in between.
 */
export function ratingMessage(
  { question, scale }: RatingQuestion,
  convId: string,
  { choices }: Pick<Channel, "choices">,
): { type: Extract<MessageType, "text" | "interactive">; content: string } {
  const rows = Array.from({ length: scale }, (_, index) => choiceOf(convId, index + 1, scale));
  if (scale <= choices.buttons) {
    return { type: "interactive", content: JSON.stringify({ body: question, buttons: rows }) };
  }
  if (scale <= choices.rows) {
    const list = { button: `1–${scale}`, sections: [{ title: "", rows }] };
    return { type: "interactive", content: JSON.stringify({ body: question, list }) };
  }
  return { type: "text", content: `${question}\n\nReply with a number from 1 to ${scale}.` };
}

function choiceOf(convId: string, rating: number, scale: number): { id: string; title: string } {
  const stars = scale <= MOST_STARS ? ` ${"★".repeat(rating)}` : "";
  return { id: `rating:${convId}:${rating}`, title: `${rating}${stars}` };
}

const CHOICE_ID = /^rating:([\da-f-]{36}):(\d{1,2})$/;
const reply = z.object({ reply: z.object({ id: z.string() }) });

/** The contact's choice in a rating question; null: the message is no such choice. */
export function ratingChoice({
  type,
  content,
}: Pick<InboundMessage, "type" | "content">): { convId: string; rating: number } | null {
  if (type !== "interactive" || !content.includes('"rating:')) return null;
  const id = reply.safeParse(parsed(content)).data?.reply.id;
  const [, convId, rating] = CHOICE_ID.exec(id ?? "") ?? [];
  return convId === undefined ? null : { convId, rating: Number(rating) };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** "4", "4.", "4/5", "4 ★★★★", also as a keycap emoji. A number inside a sentence is no rating. */
const NUMBER = /^(\d{1,2})\uFE0F?\u20E3?\s*(?:\/\s*(\d{1,2})|(?:[★⭐]\uFE0F?)+)?\s*[.!]?$/u;

/** The rating in a text; null: there is none, or it is off the scale. */
export function ratingInText(content: string, scale: number): number | null {
  const [, number, outOf] = NUMBER.exec(content.trim()) ?? [];
  if (number === undefined || (outOf !== undefined && Number(outOf) !== scale)) return null;
  const rating = Number(number);
  return rating >= 1 && rating <= scale ? rating : null;
}
