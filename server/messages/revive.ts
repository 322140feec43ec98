import { z } from "zod";
import type { Conversation, Message } from "../generated/prisma/client.ts";

const time = z.coerce.date();

const messageTimes = z.object({ createdAt: time, statusAt: time.nullable(), providerAt: time.nullable() });

const convTimes = z.object({
  createdAt: time,
  endedAt: time.nullable(),
  lastMessageAt: time,
  otherAppSince: time.nullable().default(null),
  otherAppUntil: time.nullable().default(null),
  lastClientMessageAt: time.nullable(),
  ratedAt: time.nullable(),
  ratingAskedAt: time.nullable(),
  ratingUntil: time.nullable(),
});

/** Restores a message from the JSON stored as the answer of an earlier request (Idempotency-Key). */
export function reviveMessage(json: unknown): Message {
  return { ...(json as Message), ...messageTimes.parse(json) };
}

/** Restores a conversation in the same way. Answers that the previous release stored have no `dormant`. */
export function reviveConv(json: unknown): Conversation {
  return { dormant: false, ...(json as Omit<Conversation, "dormant">), ...convTimes.parse(json) };
}
