import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";
import { asksWhatHappened, type ConvFilter } from "./conv-filter.ts";
import { convFilterSql } from "./conv-filter-sql.ts";
import { isUnreadSql } from "../conversations/conv-marks.ts";
import { CONV_VIEWS, viewSql, type ConvView } from "../conversations/conv-view.ts";

/** Counting stops here and the portal shows "999+", so that no count reads a million rows (performance.md). */
const COUNT_MAX = 1_000;
const UNREAD_MAX = 100;
const FILTERS_MAX = 20;

type CountedView = Exclude<ConvView, "ended">;
export type ConvViewCounts = Record<CountedView, number> & {
  /** Unread conversations among the viewer's own and the unassigned, up to 100. */
  unread: number;
  /** One count per requested filter. null for an invalid filter, or one about what happened in a period; the others are still counted. */
  filters: (number | null)[];
};

const COUNTED = CONV_VIEWS.filter((view): view is CountedView => view !== "ended");

/**
 * The actor's number of conversations in each view of the inbox and in each given filter, up to COUNT_MAX, in one statement.
 * @throws AppError BAD_INPUT
 */
export const countConvViews = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: { filters?: readonly ConvFilter[] | null } = {}): Promise<ConvViewCounts> => {
    const filters = input.filters ?? [];
    if (filters.length > FILTERS_MAX) throw badInput("filters", say("inbox.filtersMost", { count: FILTERS_MAX }));
    const counted = [
      ...COUNTED.map((view) => counting(ctx, viewSql(ctx, view), COUNT_MAX)),
      counting(ctx, unreadWork(ctx), UNREAD_MAX),
      ...filters.map((filter) => countingFilter(ctx, filter)),
    ];
    const [row] = await ctx.db.$queryRaw<
      { counts: (number | null)[] }[]
    >`select array[${Prisma.join(counted)}]::int[] as counts`;
    if (!row) throw new Error("a select without a from has one row");
    const { counts } = row;
    const byView = Object.fromEntries(COUNTED.map((view, index) => [view, counts[index] ?? 0])) as Record<
      CountedView,
      number
    >;
    return { ...byView, unread: counts[COUNTED.length] ?? 0, filters: counts.slice(COUNTED.length + 1) };
  },
);

function countingFilter(ctx: Ctx, filter: ConvFilter): Prisma.Sql {
  // It may have to read every message, which is too much for counts that each portal requests with every change.
  if (asksWhatHappened(filter)) return Prisma.sql`null`;
  try {
    return counting(ctx, convFilterSql(ctx, filter), COUNT_MAX);
  } catch (error) {
    if (error instanceof AppError) return Prisma.sql`null`;
    throw error;
  }
}

function counting(ctx: Ctx, where: Prisma.Sql, most: number): Prisma.Sql {
  return Prisma.sql`(select count(*) from (
    select 1 from "Conversation" c where ${visibleConvSql(ctx)} and ${where} limit ${most}) counted)`;
}

/** The viewer's unread work: unread conversations of their own, and unread unassigned ones that need a response. */
function unreadWork(ctx: Ctx): Prisma.Sql {
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return Prisma.sql`false`;
  const own = Prisma.sql`${viewSql(ctx, "mine")} and ${isUnreadSql(ctx)}`;
  const nobodys = Prisma.sql`${viewSql(ctx, "unassigned")} and c."needsResponse" and ${isUnreadSql(ctx)}`;
  return Prisma.sql`(${own} or ${nobodys})`;
}
