import type { Ctx } from "../ctx.ts";
import { verb } from "../verb.ts";
import { convsSql, type ReportFilter, anyConvsSql, checkPeriod, type PeriodInput } from "./period.ts";
import { countRatings, type Ratings } from "./count-ratings.ts";
import { measureTimes, type Times } from "./measure-times.ts";
import { Prisma } from "../generated/prisma/client.ts";

export type ConversationsReportInput = PeriodInput & ReportFilter;

/** How often something happened. What a program sent is everything outbound of neither a person nor an assistant. */
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
  /** Every point of the period in which something happened, in order. */
  series: (Counts & { at: Date })[];
  byChannel: (Counts & { integrationId: string; name: string })[];
  /** Conversations opened in the period, by the tags that they have now; the most frequent 30. */
  byTag: { tag: string; opened: number }[];
  /** What clients wrote, by the hour of the week; ISO weekday 1 is Monday. */
  byHour: { weekday: number; hour: number; inbound: number }[];
  times: Times;
  ratings: Ratings & { byChannel: (Ratings & { integrationId: string; name: string })[] };
  /** As it is now, whatever the period. */
  backlog: { open: number; needsResponse: number; unassigned: number };
};

const NOTHING: Counts = { opened: 0, ended: 0, inbound: 0, byPerson: 0, byAssistant: 0, byProgram: 0 };

/**
 * What happened in a workspace's conversations in a period (docs/reports.md has the formulas). The playground counts nowhere, and
 * neither do notes.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED, BAD_INPUT (checkPeriod)
 */
export const conversationsReport = verb(
  { may: "MANAGE_CONVS", plan: "inbox" },
  async (ctx, input: ConversationsReportInput): Promise<ConversationsReport> => {
    checkPeriod(input);
    const [convs, messages, times, byTag, ratings, backlog, channels] = await Promise.all([
      countConvs(ctx, input),
      countMessages(ctx, input),
      measureTimes(ctx, input),
      countTags(ctx, input),
      countRatings(ctx, input),
      countBacklog(ctx, input),
      ctx.db.integration.findMany({
        where: { workspaceId: ctx.workspaceId, isPlayground: false },
        select: { id: true, name: true },
      }),
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

function together(
  convs: ReadonlyMap<string, Partial<Counts>>,
  messages: ReadonlyMap<string, Partial<Counts>>,
): Map<string, Counts> {
  const keys = new Set([...convs.keys(), ...messages.keys()]);
  return new Map([...keys].map((key) => [key, { ...NOTHING, ...convs.get(key), ...messages.get(key) }]));
}

function countTags(ctx: Ctx, input: ConversationsReportInput): Promise<{ tag: string; opened: number }[]> {
  return ctx.db.$queryRaw`
    select t.tag, count(*)::int as opened
    from "Conversation" c cross join lateral unnest(c.tags) as t(tag)
    where ${convsSql(ctx, input)} and c."createdAt" >= ${input.startDate} and c."createdAt" < ${input.endDate}
    group by 1 order by 2 desc, 1 limit 30`;
}

async function countBacklog(ctx: Ctx, input: ConversationsReportInput): Promise<ConversationsReport["backlog"]> {
  const [row] = await ctx.db.$queryRaw<ConversationsReport["backlog"][]>`
    select count(*)::int as open, (count(*) filter (where c."needsResponse"))::int as "needsResponse",
      (count(*) filter (where c."assigneeId" is null and c."aiId" is null))::int as unassigned
    from "Conversation" c where ${convsSql(ctx, input)} and not c.ended`;
  if (!row) throw new Error("an aggregate has one row");
  return row;
}

type MessageCounts = { inbound: number; byPerson: number; byAssistant: number; byProgram: number };
type HourCount = { weekday: number; hour: number; inbound: number };
type Row = MessageCounts & { point: Date | null; channel: string | null; weekday: number | null; hour: number | null };

/** Messages of a period, notes left out: who wrote them, when and on which channel. The period's messages are read once. */
async function countMessages(
  ctx: Ctx,
  input: PeriodInput & ReportFilter,
): Promise<Counted<MessageCounts> & { byHour: HourCount[] }> {
  const { startDate, endDate, interval, timeZone, integrationId, tag } = input;
  const rows = await ctx.db.$queryRaw<Row[]>`
    select point, channel, weekday, hour,
      (sum(number) filter (where who = 'client'))::int as inbound, (sum(number) filter (where who = 'person'))::int as "byPerson",
      (sum(number) filter (where who = 'assistant'))::int as "byAssistant", (sum(number) filter (where who = 'program'))::int as "byProgram"
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
  const isOfHour = (row: Row): row is Row & { weekday: number; hour: number } =>
    row.weekday !== null && row.hour !== null;
  const byHour = rows
    .filter(isOfHour)
    .map(({ weekday, hour, inbound }) => ({ weekday, hour, inbound: inbound ?? 0 }))
    .filter(({ inbound }) => inbound > 0)
    .sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
  const rest = rows.filter((row) => !isOfHour(row));
  return { ...sorted(rest, countsOf, { inbound: 0, byPerson: 0, byAssistant: 0, byProgram: 0 }), byHour };
}

/** A filtered sum over nothing is null. */
function countsOf({ inbound, byPerson, byAssistant, byProgram }: Row): MessageCounts {
  return { inbound: inbound ?? 0, byPerson: byPerson ?? 0, byAssistant: byAssistant ?? 0, byProgram: byProgram ?? 0 };
}

type ConvCounts = { opened: number; ended: number };
/** Counts over all, by point of the period (its milliseconds) and by channel. */
type Counted<C> = { totals: C; byPoint: Map<string, C>; byChannel: Map<string, C> };

type ConvRow = ConvCounts & { point: Date | null; channel: string | null };

/** Conversations that began and ended in a period, each at its own moment. */
async function countConvs(ctx: Ctx, input: PeriodInput & ReportFilter): Promise<Counted<ConvCounts>> {
  const { startDate, endDate, interval, timeZone } = input;
  const point = (column: Prisma.Sql) => Prisma.sql`date_trunc(${interval}, ${column}, ${timeZone})`;
  const within = (column: Prisma.Sql) => Prisma.sql`${column} >= ${startDate} and ${column} < ${endDate}`;
  const [createdAt, endedAt] = [Prisma.sql`c."createdAt"`, Prisma.sql`c."endedAt"`];
  const rows = await ctx.db.$queryRaw<ConvRow[]>`
    select point, channel, sum(opened)::int as opened, sum(ended)::int as ended from (
      select ${point(createdAt)} as point, c."integrationId" as channel, count(*) as opened, 0 as ended
      from "Conversation" c where ${convsSql(ctx, input)} and ${within(createdAt)} group by 1, 2
      union all
      select ${point(endedAt)}, c."integrationId", 0, count(*)
      from "Conversation" c where ${convsSql(ctx, input)} and c.ended and ${within(endedAt)} group by 1, 2
    ) counted
    group by grouping sets ((), (point), (channel))`;
  return sorted(rows, ({ opened, ended }) => ({ opened, ended }), { opened: 0, ended: 0 });
}

/** Rows of the grouping sets (), (point) and (channel), each to its place. */
function sorted<R extends { point: Date | null; channel: string | null }, C>(
  rows: readonly R[],
  countsOf: (row: R) => C,
  nothing: C,
): Counted<C> {
  const counted: Counted<C> = { totals: nothing, byPoint: new Map(), byChannel: new Map() };
  for (const row of rows) {
    if (row.point) counted.byPoint.set(String(row.point.getTime()), countsOf(row));
    else if (row.channel) counted.byChannel.set(row.channel, countsOf(row));
    else if (rows.length > 1) counted.totals = countsOf(row);
  }
  return counted;
}
