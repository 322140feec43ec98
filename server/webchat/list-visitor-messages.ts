import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { contactOf } from "./access.ts";
import {
  noteDelivered,
  placeAfter,
  placed,
  readMessages,
  visitorMessage,
  type VisitorMessage,
  decodePlace,
  encodePlace,
} from "./visitor-messages.ts";
import type { Visitor } from "./open-webchat.ts";

/** `before` goes back from a place, `after` on from it; neither: the latest. */
export type VisitorMessagesInput = { before?: string | undefined; after?: string | undefined; limit: number };

export type VisitorMessages = {
  /** Oldest first. */
  messages: VisitorMessage[];
  /** Whether there are older ones; with `after` newer ones. */
  hasMore: boolean;
  /** The place after the last of them; where there are none, the place that was asked for or the beginning. */
  cursor: string;
};

/**
 * What was said with a visitor on this channel, in all their conversations. What they are given here is delivered.
 * @throws AppError BAD_INPUT for a cursor that is none.
 */
export async function listVisitorMessages(visitor: Visitor, input: VisitorMessagesInput): Promise<VisitorMessages> {
  const { before, after, limit } = input;
  const now = new Date();
  if (before !== undefined && after !== undefined) throw badInput("after", say("clients.chat.beforeOrAfter"));
  const given = before ?? after;
  const place = given === undefined ? null : decodePlace(given);
  if (given !== undefined && !place)
    throw badInput(before === undefined ? "after" : "before", say("clients.chat.noCursor"));
  const nothing = {
    messages: [],
    hasMore: false,
    cursor: encodePlace(place ?? { last: null, readToldSeq: 0, at: now }),
  };
  const contact = await contactOf(visitor);
  if (!contact || (before !== undefined && place?.last === null)) return nothing;
  const isBackwards = after === undefined;
  const which = place?.last ? placed(isBackwards ? "before" : "after", place.last) : Prisma.sql`true`;
  const rows = await readMessages(visitor, contact, which, { limit: limit + 1, isBackwards });
  const page = isBackwards ? rows.slice(0, limit).reverse() : rows.slice(0, limit);
  const last = page.at(-1);
  if (!last) return nothing;
  await noteDelivered(visitor, page);
  return {
    messages: page.map((row) => visitorMessage(visitor, row, now)),
    hasMore: rows.length > limit,
    cursor: encodePlace(placeAfter(last, now)),
  };
}
