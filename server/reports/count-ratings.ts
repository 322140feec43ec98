import type { RatingCount } from "../agents/agents-report.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { convsSql, type ReportFilter, type PeriodInput } from "./period.ts";

/** Ratings given in a period, and how often one was asked for in it. */
export type Ratings = {
  asked: number;
  count: number;
  /** Null while there is none. */
  average: number | null;
  /** Each rating that was given, the lowest first. */
  distribution: RatingCount[];
};

type Row = { channel: string; rating: number | null; count: number };

/** Ratings of a period, over all and by channel. */
export async function countRatings(
  ctx: Ctx,
  input: PeriodInput & ReportFilter,
): Promise<{ totals: Ratings; byChannel: Map<string, Ratings> }> {
  const { startDate, endDate } = input;
  const within = (column: Prisma.Sql) => Prisma.sql`${column} >= ${startDate} and ${column} < ${endDate}`;
  const rows = await ctx.db.$queryRaw<Row[]>`
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

function ratingsOf(rows: readonly Row[]): Ratings {
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
