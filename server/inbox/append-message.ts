import { Prisma } from "../generated/prisma/client.ts";

/** The time of a message at the end of the conversation `c`: later than any in it. Each look at it is another time. */
export const STAMP_TEXT = `greatest(date_trunc('milliseconds', clock_timestamp()), c."lastMessageAt" + interval '1 millisecond')`;
const STAMP = Prisma.raw(STAMP_TEXT);

/**
 * What the row says of the time of a client's message. The reply window counts from when it was sent, where the provider says so: a
 * message that reached us late or out of order opens no longer window, and one "from the future" counts from its receipt.
 */
export function clientStamps(sentAt: Prisma.Sql, stamp: Prisma.Sql = STAMP): Prisma.Sql {
  return Prisma.sql`("lastMessageAt", "lastClientMessageAt") = (
      select stamp.at, greatest(c."lastClientMessageAt", least(${sentAt}, stamp.at)) from (select ${stamp} as at offset 0) stamp)`;
}
