import { z } from "zod";
import type { Conversation, Message } from "../generated/prisma/client.ts";

const time = z.coerce.date();

const messageTimes = z.object({ createdAt: time, statusAt: time.nullable(), providerAt: time.nullable() });

const convTimes = z.object({
  createdAt: time,
  endedAt: time.nullable(),
  lastMessageAt: time,
  lastClientMessageAt: time.nullable(),
  ratedAt: time.nullable(),
  ratingAskedAt: time.nullable(),
  ratingUntil: time.nullable(),
});

/** A message from the JSON that an earlier answer was kept as (Idempotency-Key). */
export function reviveMessage(json: unknown): Message {
  return { ...(json as Message), ...messageTimes.parse(json) };
}

/** The same for a conversation; answers kept by the release before do not say whether it is dormant. */
export function reviveConv(json: unknown): Conversation {
  return { dormant: false, ...(json as Omit<Conversation, "dormant">), ...convTimes.parse(json) };
}
