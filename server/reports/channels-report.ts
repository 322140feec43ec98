import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { isTimeZone } from "../text-rules.ts";
import { verb } from "../verb.ts";

/** A channel's messages in both directions, without notes: a count per day, oldest first. The last is today's. */
export type ChannelReport = { integrationId: string; days: number[] };

const DAYS = 7;

/**
 * How much is written on each channel. A channel without messages in these days is left out.
 * @param timeZone an IANA name: days begin there at midnight.
 * @throws AppError BAD_INPUT if the time zone is unknown.
 */
export const channelsReport = verb(
  { may: "MANAGE_CONVS" },
  async (ctx, { timeZone }: { timeZone: string }): Promise<ChannelReport[]> => {
    if (!isTimeZone(timeZone)) throw badInput("timeZone", say("service.timeZone"));
    const rows = await ctx.db.$queryRaw<{ integrationId: string; daysAgo: number; messages: number }[]>`
      with today as materialized (select (${ctx.now}::timestamptz at time zone ${timeZone})::date as day)
      select m."integrationId", today.day - (m."createdAt" at time zone ${timeZone})::date as "daysAgo", count(*)::int as messages
      from "Message" m cross join today
      where m."workspaceId" = ${ctx.workspaceId} and m.type <> 'note'
        and m."createdAt" >= (today.day - ${DAYS - 1}::int)::timestamp at time zone ${timeZone} and m."createdAt" <= ${ctx.now}
        and m."integrationId" not in (select i.id from "Integration" i where i."workspaceId" = ${ctx.workspaceId} and i."isPlayground")
      group by 1, 2`;
    const byChannel = new Map<string, number[]>();
    for (const { integrationId, daysAgo, messages } of rows) {
      const days = byChannel.get(integrationId) ?? Array.from({ length: DAYS }, () => 0);
      days[DAYS - 1 - daysAgo] = messages;
      byChannel.set(integrationId, days);
    }
    return [...byChannel].map(([integrationId, days]) => ({ integrationId, days }));
  },
);
