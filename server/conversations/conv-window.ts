import { COMMENT } from "../channels/comments.ts";
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

const HOURS_OF_TYPE = Prisma.join(
  [...WINDOWS].map(([type, hours]) => Prisma.sql`when ${type} then ${hours}::int`),
  " ",
);

/** Hours of the reply window of a conversation `c` on a channel `i`. Comments have none (`rulesOf`). */
const HOURS = Prisma.sql`case when starts_with(c."externalConversationId", ${COMMENT}) then null
  else case i.type::text ${HOURS_OF_TYPE} end end`;

/** Hours of the reply window of a conversation (alias `c`). null: its channel has none. */
export const WINDOW_HOURS = Prisma.sql`(select ${HOURS} from "Integration" i
  where i."workspaceId" = c."workspaceId" and i.id = c."integrationId")`;

/** When the reply window of a conversation (alias `c`) closes. null: its channel has no window, or the contact never wrote. */
export const WINDOW_CLOSES_AT = Prisma.sql`(c."lastClientMessageAt" + make_interval(hours => ${WINDOW_HOURS}))`;

/**
 * When the open reply window of a conversation (alias `c`) closes. null: no open window. For lists ordered by this time: contacts who
 * last wrote long ago cost no channel lookup, the others cost one.
 */
export function openUntilSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`case when c."lastClientMessageAt" > ${earliestOf(ctx)}::timestamptz then (
    select open.until from (
      select c."lastClientMessageAt" + make_interval(hours => ${HOURS}) as until from "Integration" i
      where i."workspaceId" = c."workspaceId" and i.id = c."integrationId") open
    where open.until > ${ctx.now}::timestamptz) end`;
}

/** Conversations for which openUntilSql returns a time. */
export function hasOpenWindowSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`c."activityAt" > ${earliestOf(ctx)}::timestamptz and ${openUntilSql(ctx)} is not null`;
}

/** A message from before this time is too old for any reply window. */
function earliestOf(ctx: Ctx): Date {
  return new Date(ctx.now.getTime() - LONGEST_HOURS * 3_600_000);
}

/**
 * Conversations whose reply window is open. The condition on `activityAt` removes most of the others, by the list's index. The
 * channel's own window decides the rest.
 */
export function openWindowSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`c."activityAt" > ${earliestOf(ctx)}::timestamptz and ${WINDOW_CLOSES_AT} > ${ctx.now}::timestamptz`;
}

/**
 * Conversations whose open reply window closes within `withinMs`. For each window length, their contacts wrote within one time range
 * of `withinMs`. Comparing with these ranges rules out the other conversations without a channel lookup.
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
