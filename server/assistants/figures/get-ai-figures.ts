import type { Ctx } from "../../ctx.ts";
import { badInput } from "../../errors.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const SPAN_MAX_DAYS = 400;
const RECENT_DAYS = 30;
const REASONS_MAX = 20;

/** The period includes `from` and excludes `to`. */
export type AIFiguresInput = { aiId: string; from: Date; to: Date };

/** An assistant's turns with contacts in a period, without the playground. */
export type AIFigures = {
  turns: number;
  answered: number;
  /** It asked the contact which of several options they mean. */
  askedBack: number;
  handedOver: number;
  ended: number;
  /** Someone took over while it was working. */
  dropped: number;
  /** Turns in which nothing that it knew fitted. */
  unanswered: number;
  promptTokens: number;
  completionTokens: number;
  /** From the start of a turn to the stored answer, without dropped ones. null: there were none. */
  medianMs: number | null;
  p95Ms: number | null;
  /** The reasons for handovers, most frequent first. */
  reasons: { reason: string; count: number }[];
  /** Every day of the period, UTC. */
  days: { day: Date; answered: number; handedOver: number; unanswered: number }[];
};

export const getAiFigures = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: AIFiguresInput): Promise<AIFigures> => {
    const { from, to } = input;
    if (to <= from) throw badInput("to", say("assistants.toAfterFrom"));
    if (to.getTime() - from.getTime() > SPAN_MAX_DAYS * DAY_MS)
      throw badInput("to", say("assistants.span", { count: SPAN_MAX_DAYS }));
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    return readFigures(ctx, { aiId, from, to });
  },
);

/** The figures of an assistant for the last 30 days including today, UTC. The caller has already found the assistant. */
export const getRecentAiFigures = verb({ may: "MANAGE_WORKSPACE" }, (ctx, aiId: string): Promise<AIFigures> => {
  const today = Math.floor(ctx.now.getTime() / DAY_MS) * DAY_MS;
  return readFigures(ctx, {
    aiId,
    from: new Date(today - (RECENT_DAYS - 1) * DAY_MS),
    // Includes answers stored while this request runs.
    to: new Date(today + DAY_MS),
  });
});

async function readFigures(ctx: Ctx, { aiId, from, to }: AIFiguresInput): Promise<AIFigures> {
  const ofSpan = Prisma.sql`
    from "AssistantAnswer" where "workspaceId" = ${ctx.workspaceId} and "aiId" = ${aiId}::uuid
      and "createdAt" >= ${from} and "createdAt" < ${to} and not "isPlayground"`;
  const [totals, days, reasons] = await Promise.all([
    readTotals(ctx, ofSpan),
    readDays(ctx, ofSpan),
    readReasons(ctx, ofSpan),
  ]);
  return { ...totals, days: everyDay(from, to, days), reasons };
}

type Totals = Omit<AIFigures, "reasons" | "days">;
type Day = AIFigures["days"][number];

const COUNTS = Prisma.sql`
  count(*) filter (where outcome = 'answered')::int as answered,
  count(*) filter (where outcome = 'handedOver')::int as "handedOver",
  count(*) filter (where "isUnanswered")::int as unanswered`;

async function readTotals({ db }: Ctx, ofSpan: Prisma.Sql): Promise<Totals> {
  const [row] = await db.$queryRaw<[Omit<Totals, "medianMs" | "p95Ms"> & { ms: number[] | null }]>`
    select count(*)::int as turns, ${COUNTS},
      count(*) filter (where outcome = 'askedBack')::int as "askedBack",
      count(*) filter (where outcome = 'ended')::int as ended,
      count(*) filter (where outcome = 'dropped')::int as dropped,
      coalesce(sum("promptTokens"), 0)::float8 as "promptTokens",
      coalesce(sum("completionTokens"), 0)::float8 as "completionTokens",
      percentile_disc(array[0.5, 0.95]) within group (order by "durationMs") filter (where outcome <> 'dropped') as ms
    ${ofSpan}`;
  const { ms, ...totals } = row;
  return { ...totals, medianMs: ms?.[0] ?? null, p95Ms: ms?.[1] ?? null };
}

function readDays({ db }: Ctx, ofSpan: Prisma.Sql): Promise<Day[]> {
  return db.$queryRaw<Day[]>`
    select date_trunc('day', "createdAt", 'UTC') as day, ${COUNTS} ${ofSpan} group by day`;
}

function readReasons({ db }: Ctx, ofSpan: Prisma.Sql): Promise<AIFigures["reasons"]> {
  return db.$queryRaw<AIFigures["reasons"]>`
    select reason, count(*)::int as count ${ofSpan} and outcome = 'handedOver' and reason is not null
    group by reason order by count desc, reason limit ${REASONS_MAX}`;
}

function everyDay(from: Date, to: Date, counted: Day[]): Day[] {
  const found = new Map(counted.map((day) => [day.day.getTime(), day]));
  const days: Day[] = [];
  for (let at = Math.floor(from.getTime() / DAY_MS) * DAY_MS; at < to.getTime(); at += DAY_MS)
    days.push(found.get(at) ?? { day: new Date(at), answered: 0, handedOver: 0, unanswered: 0 });
  return days;
}
