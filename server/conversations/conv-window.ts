import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";

/** Channel types by the hours of their reply window. */
const WINDOWS = new Map(
  Object.values(IntegrationType).flatMap((type) => {
    const { replyWindowHours } = channelOf(type);
    return replyWindowHours === null ? [] : [[type, replyWindowHours] as const];
  }),
);

const LONGEST_HOURS = Math.max(...WINDOWS.values());

const HOURS = Prisma.join(
  [...WINDOWS].map(([type, hours]) => Prisma.sql`when ${type} then ${hours}::int`),
  " ",
);

/** Hours of the reply window of a conversation (alias `c`); null when its channel has none. */
export const WINDOW_HOURS = Prisma.sql`(select case i.type::text ${HOURS} end from "Integration" i
  where i."workspaceId" = c."workspaceId" and i.id = c."integrationId")`;

/** When free text ends in a conversation (alias `c`); null when its channel has no window or the client never wrote. */
export const WINDOW_CLOSES_AT = Prisma.sql`(c."lastClientMessageAt" + make_interval(hours => ${WINDOW_HOURS}))`;

/**
 * When the open reply window of a conversation (alias `c`) closes; null when it has none. For lists that are ordered by it: what the
 * client last wrote long ago is not looked up at all, and the rest once.
 */
export function openUntilSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`case when c."lastClientMessageAt" > ${earliestOf(ctx)}::timestamptz then (
    select open.until from (
      select c."lastClientMessageAt" + make_interval(hours => case i.type::text ${HOURS} end) as until from "Integration" i
      where i."workspaceId" = c."workspaceId" and i.id = c."integrationId") open
    where open.until > ${ctx.now}::timestamptz) end`;
}

/** Conversations that openUntilSql has a time for. */
export function hasOpenWindowSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`c."activityAt" > ${earliestOf(ctx)}::timestamptz and ${openUntilSql(ctx)} is not null`;
}

/** A message from before then holds no window open any more. */
function earliestOf(ctx: Ctx): Date {
  return new Date(ctx.now.getTime() - LONGEST_HOURS * 3_600_000);
}

/**
 * Conversations whose reply window is open. What happened last says most of it, by the index of the list; the channel's own
 * window the rest.
 */
export function openWindowSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`c."activityAt" > ${earliestOf(ctx)}::timestamptz and ${WINDOW_CLOSES_AT} > ${ctx.now}::timestamptz`;
}

/**
 * Conversations whose open reply window closes within `withinMs`. Their clients wrote in a stretch of that length, one for each length
 * of window: the rest is told apart by a comparison, without a look at its channel.
 */
export function closingWindowSql(ctx: Ctx, withinMs: number): Prisma.Sql {
  const now = ctx.now.getTime();
  const stretches = [...new Set(WINDOWS.values())].map((hours) => {
    const from = now - hours * 3_600_000;
    return Prisma.sql`(c."lastClientMessageAt" > ${new Date(from)}::timestamptz
      and c."lastClientMessageAt" <= ${new Date(from + withinMs)}::timestamptz)`;
  });
  return Prisma.sql`${openWindowSql(ctx)} and (${Prisma.join(stretches, " or ")})
    and ${WINDOW_CLOSES_AT} <= ${new Date(now + withinMs)}::timestamptz`;
}
