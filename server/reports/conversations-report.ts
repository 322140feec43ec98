import type { Ctx } from "../ctx.ts";
import { verb } from "../verb.ts";
import { convsSql, type ReportFilter } from "./convs-sql.ts";
import { countConvs } from "./count-convs.ts";
import { countMessages } from "./count-messages.ts";
import { countRatings, type Ratings } from "./count-ratings.ts";
import { measureTimes, type Times } from "./measure-times.ts";
import { checkPeriod, type PeriodInput } from "./period.ts";

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
