import type { Ctx } from "../ctx.ts";
import { verb } from "../verb.ts";
import { convsSql, anyConvsSql, checkPeriod, type PeriodInput, type ReportInput } from "./period.ts";
import { countPrices, countSources, type PriceCount, type Source } from "./sources-and-prices.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { RatingCount } from "../agents/agents-report.ts";

/** How often something happened. An outbound message of neither a person nor an assistant counts as sent by a program. */
export type Counts = {
  opened: number;
  ended: number;
  inbound: number;
  byPerson: number;
  byAssistant: number;
  byProgram: number;
};

export type ConversationsReport = {
  totals: Counts;
  /** Every point of the period with any activity, in order. */
  series: (Counts & { at: Date })[];
  byChannel: (Counts & { integrationId: string; name: string })[];
  /** Conversations opened in the period, by their current tags. The most frequent 30. */
  byTag: { tag: string; opened: number }[];
  /** What led contacts to write in the period. The most frequent 30. */
  bySource: Source[];
  /** Sent messages by what their provider charges for, the most frequent first. */
  byPrice: PriceCount[];
  /** Contacts' messages by the hour of the week. ISO weekday 1 is Monday. */
  byHour: { weekday: number; hour: number; inbound: number }[];
  times: Times;
  ratings: Ratings & { byChannel: (Ratings & { integrationId: string; name: string })[] };
  /** The current state, independent of the period. */
  backlog: { open: number; needsResponse: number; unassigned: number };
};

const NOTHING: Counts = { opened: 0, ended: 0, inbound: 0, byPerson: 0, byAssistant: 0, byProgram: 0 };

/**
 * What happened in a workspace's conversations in a period (docs/reports.md has the formulas). The playground and notes never count.
 */
export const conversationsReport = verb(
  { may: "MANAGE_CONVS", plan: "inbox" },
  async (ctx, input: ReportInput): Promise<ConversationsReport> => {
    checkPeriod(input);
    const channels = await ctx.db.integration.findMany({
      where: { workspaceId: ctx.workspaceId, isPlayground: false },
      select: { id: true, name: true, type: true },
    });
    const hasPrices = channels.some(({ type }) => type === "WHATSAPP");
    const [convs, messages, times, byTag, bySource, byPrice, ratings, backlog] = await Promise.all([
      countConvs(ctx, input),
      countMessages(ctx, input),
      measureTimes(ctx, input),
      countTags(ctx, input),
      countSources(ctx, input),
      hasPrices ? countPrices(ctx, input) : [],
      countRatings(ctx, input),
      countBacklog(ctx, input),
    ]);
    const { byHour, ...said } = messages;
    const names = new Map(channels.map(({ id, name }) => [id, name]));
    const byPoint = together(convs.byPoint, said.byPoint);
    const byChannel = together(convs.byChannel, said.byChannel);
    return {
      totals: { ...NOTHING, ...convs.totals, ...said.totals },
      series: [...byPoint]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([at, counts]) => ({ at: new Date(Number(at)), ...counts })),
      byChannel: [...byChannel]
        .map(([integrationId, counts]) => ({ integrationId, name: names.get(integrationId) ?? "", ...counts }))
        .sort((a, b) => b.inbound - a.inbound || a.name.localeCompare(b.name)),
      byTag,
      bySource,
      byPrice,
      byHour,
      times,
      ratings: {
        ...ratings.totals,
        byChannel: [...ratings.byChannel]
          .map(([integrationId, given]) => ({ integrationId, name: names.get(integrationId) ?? "", ...given }))
          .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
      },
      backlog,
    };
  },
);

function together(convs: PartialCounts, messages: PartialCounts) {
  const keys = new Set([...convs.keys(), ...messages.keys()]);
  return new Map([...keys].map((key) => [key, { ...NOTHING, ...convs.get(key), ...messages.get(key) }]));
}

function countTags(ctx: Ctx, input: ReportInput): Promise<{ tag: string; opened: number }[]> {
  return ctx.db.$queryRaw`
    select t.tag, count(*)::int as opened
    from "Conversation" c cross join lateral unnest(c.tags) as t(tag)
    where ${convsSql(ctx, input)} and c."createdAt" >= ${input.startDate} and c."createdAt" < ${input.endDate}
    group by 1 order by 2 desc, 1 limit 30`;
}

async function countBacklog(ctx: Ctx, input: ReportInput): Promise<ConversationsReport["backlog"]> {
  const [row] = await ctx.db.$queryRaw<[ConversationsReport["backlog"]]>`
    select count(*)::int as open, (count(*) filter (where c."needsResponse"))::int as "needsResponse",
      (count(*) filter (where c."assigneeId" is null and c."aiId" is null and c."otherAppSince" is null))::int as unassigned
    from "Conversation" c where ${convsSql(ctx, input)} and not c.ended`;
  return row;
}

type Row<Count extends keyof Counts> = Pick<Counts, Count> & { point: Date | null; channel: string | null };
type MessageRow = Row<"inbound" | "byPerson" | "byAssistant" | "byProgram">;
type HourRow = MessageRow & ({ weekday: number; hour: number } | { weekday: null; hour: null });

/** Messages of a period without notes: who wrote them, when and on which channel. The period's messages are read once. */
async function countMessages(ctx: Ctx, input: ReportInput) {
  const { startDate, endDate, interval, timeZone, integrationId, tag } = input;
  const countOf = (who: string) => Prisma.sql`coalesce(sum(number) filter (where who = ${who}), 0)::int`;
  const rows = await ctx.db.$queryRaw<HourRow[]>`
    select point, channel, weekday, hour,
      ${countOf("client")} as inbound, ${countOf("person")} as "byPerson", ${countOf("assistant")} as "byAssistant",
      ${countOf("program")} as "byProgram"
    from (
      select date_trunc(${interval}, m."createdAt", ${timeZone}) as point, m."integrationId" as channel,
        extract(isodow from m."createdAt" at time zone ${timeZone})::int as weekday,
        extract(hour from m."createdAt" at time zone ${timeZone})::int as hour,
        case when not m."isAgent" then 'client' when m."aiId" is not null then 'assistant'
          when m."agentId" is not null then 'person' else 'program' end as who,
        count(*) as number
      from "Message" m
      ${tag ? Prisma.sql`join "Conversation" c on c."workspaceId" = m."workspaceId" and c.id = m."convId" and ${anyConvsSql(ctx, input)}` : Prisma.empty}
      where m."workspaceId" = ${ctx.workspaceId} and m.type <> 'note'
        and m."createdAt" >= ${startDate} and m."createdAt" < ${endDate}
        and m."integrationId" not in (select i.id from "Integration" i where i."workspaceId" = ${ctx.workspaceId} and i."isPlayground")
        ${integrationId ? Prisma.sql`and m."integrationId" = ${integrationId}::uuid` : Prisma.empty}
      group by 1, 2, 3, 4, 5
    ) counted
    group by grouping sets ((), (point), (channel), (weekday, hour))`;
  const byHour = rows
    .flatMap(({ weekday, hour, inbound }) => (weekday !== null && inbound > 0 ? [{ weekday, hour, inbound }] : []))
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
  return { ...sorted(rows.flatMap(({ weekday, hour: _, ...row }) => (weekday === null ? [row] : []))), byHour };
}

/** Conversations that began and ended in a period, each counted at its own time. */
async function countConvs(ctx: Ctx, input: ReportInput): Promise<Counted> {
  const { interval, timeZone } = input;
  const point = (column: Prisma.Sql) => Prisma.sql`date_trunc(${interval}, ${column}, ${timeZone})`;
  const within = withinSql(input);
  const [createdAt, endedAt] = [Prisma.sql`c."createdAt"`, Prisma.sql`c."endedAt"`];
  const rows = await ctx.db.$queryRaw<Row<"opened" | "ended">[]>`
    select point, channel, coalesce(sum(opened), 0)::int as opened, coalesce(sum(ended), 0)::int as ended from (
      select ${point(createdAt)} as point, c."integrationId" as channel, count(*) as opened, 0 as ended
      from "Conversation" c where ${convsSql(ctx, input)} and ${within(createdAt)} group by 1, 2
      union all
      select ${point(endedAt)}, c."integrationId", 0, count(*)
      from "Conversation" c where ${convsSql(ctx, input)} and c.ended and ${within(endedAt)} group by 1, 2
    ) counted
    group by grouping sets ((), (point), (channel))`;
  return sorted(rows);
}

function withinSql({ startDate, endDate }: PeriodInput) {
  return (column: Prisma.Sql) => Prisma.sql`${column} >= ${startDate} and ${column} < ${endDate}`;
}

type PartialCounts = ReadonlyMap<string, Partial<Counts>>;
/** Totals, and counts by point of the period (its milliseconds) and by channel. */
type Counted = { totals: Partial<Counts>; byPoint: PartialCounts; byChannel: PartialCounts };

/** Sorts rows of the grouping sets (), (point) and (channel) into the three counts. */
function sorted(rows: readonly Row<never>[]): Counted {
  const byPoint = new Map<string, Partial<Counts>>();
  const byChannel = new Map<string, Partial<Counts>>();
  let totals: Partial<Counts> = {};
  for (const { point, channel, ...counts } of rows) {
    if (point) byPoint.set(String(point.getTime()), counts);
    else if (channel) byChannel.set(channel, counts);
    else totals = counts;
  }
  return { totals, byPoint, byChannel };
}

/** Ratings given in a period, and how often a rating was requested in it. */
export type Ratings = {
  asked: number;
  count: number;
  /** null while there is no rating. */
  average: number | null;
  /** Each rating given, lowest first. */
  distribution: RatingCount[];
};

type RatingRow = { channel: string; rating: number | null; count: number };

/** Ratings of a period, in total and by channel. */
async function countRatings(ctx: Ctx, input: ReportInput) {
  const within = withinSql(input);
  const rows = await ctx.db.$queryRaw<RatingRow[]>`
    select c."integrationId" as channel, c.rating, count(*)::int as count
    from "Conversation" c where ${convsSql(ctx, input)} and c.rating is not null and ${within(Prisma.sql`c."ratedAt"`)} group by 1, 2
    union all
    select c."integrationId", null, count(*)::int
    from "Conversation" c where ${convsSql(ctx, input)} and ${within(Prisma.sql`c."ratingAskedAt"`)} group by 1`;
  const byChannel = Map.groupBy(rows, ({ channel }) => channel);
  return {
    totals: ratingsOf(rows),
    byChannel: new Map([...byChannel].map(([channel, theirs]) => [channel, ratingsOf(theirs)])),
  };
}

function ratingsOf(rows: readonly RatingRow[]): Ratings {
  const counts = new Map<number, number>();
  let asked = 0;
  for (const { rating, count } of rows) {
    if (rating === null) asked += count;
    else counts.set(rating, (counts.get(rating) ?? 0) + count);
  }
  const distribution = [...counts].map(([rating, count]) => ({ rating, count })).sort((a, b) => a.rating - b.rating);
  const count = distribution.reduce((sum, given) => sum + given.count, 0);
  const sum = distribution.reduce((total, given) => total + given.rating * given.count, 0);
  return { asked, count, average: count === 0 ? null : sum / count, distribution };
}

/** A time over many conversations, in seconds. The median and the 90th percentile are null if there is no conversation. */
export type Spread = { count: number; median: number | null; p90: number | null };

export type Times = {
  /** From the contact's first message to the first answer after it, of conversations opened in the period: by who gave it. */
  firstResponseByPerson: Spread;
  firstResponseByAssistant: Spread;
  /** From opening to ending, of conversations ended in the period. */
  resolution: Spread;
};

const NONE: Spread = { count: 0, median: null, p90: null };

/** How fast contacts were answered, and how fast conversations ended. Broadcast messages do not count as answers. */
async function measureTimes(ctx: Ctx, input: ReportInput): Promise<Times> {
  const { startDate, endDate } = input;
  const rows = await ctx.db.$queryRaw<(Spread & { what: keyof Times })[]>`
    with answered as (
      select case when answer."aiId" is not null then 'firstResponseByAssistant' else 'firstResponseByPerson' end as what,
        extract(epoch from answer."createdAt" - question."createdAt") as seconds
      from "Conversation" c
      cross join lateral (
        select m.seq, m."createdAt" from "Message" m
        where m."workspaceId" = c."workspaceId" and m."convId" = c.id and not m."isAgent" order by m.seq limit 1
      ) question
      cross join lateral (
        select m."createdAt", m."aiId", m."agentId" from "Message" m
        where m."workspaceId" = c."workspaceId" and m."convId" = c.id and m.seq > question.seq and m."isAgent"
          and m.type <> 'note' and m."broadcastId" is null
        order by m.seq limit 1
      ) answer
      where ${convsSql(ctx, input)} and c."createdAt" >= ${startDate} and c."createdAt" < ${endDate}
        and (answer."aiId" is not null or answer."agentId" is not null)
      union all
      select 'resolution', extract(epoch from c."endedAt" - c."createdAt") from "Conversation" c
      where ${convsSql(ctx, input)} and c.ended and c."endedAt" >= ${startDate} and c."endedAt" < ${endDate}
    )
    select what, count(*)::int as count, percentile_cont(0.5) within group (order by seconds)::float8 as median,
      percentile_cont(0.9) within group (order by seconds)::float8 as p90
    from answered group by 1`;
  const spreads = new Map(rows.map(({ what, ...spread }) => [what, spread]));
  const of = (what: keyof Times): Spread => spreads.get(what) ?? NONE;
  return {
    firstResponseByPerson: of("firstResponseByPerson"),
    firstResponseByAssistant: of("firstResponseByAssistant"),
    resolution: of("resolution"),
  };
}
