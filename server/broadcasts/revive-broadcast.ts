import { z } from "zod";
import type { Broadcast } from "../generated/prisma/client.ts";

const time = z.coerce.date();
const times = z.object({
  createdAt: time,
  scheduledAt: time.nullable(),
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
});

/** Reads a broadcast from the stored JSON of an earlier response. */
export function reviveBroadcast(json: unknown): Broadcast {
  return { ...(json as Broadcast), ...times.parse(json) };
}
