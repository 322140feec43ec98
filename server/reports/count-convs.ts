import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { convsSql, type ReportFilter } from "./convs-sql.ts";
import type { PeriodInput } from "./period.ts";

type ConvCounts = { opened: number; ended: number };
/** Counts over all, by point of the period (its milliseconds) and by channel. */
export type Counted<C> = { totals: C; byPoint: Map<string, C>; byChannel: Map<string, C> };

type Row = ConvCounts & { point: Date | null; channel: string | null };

/** Conversations that began and ended in a period, each at its own moment. */
export async function countConvs(ctx: Ctx, input: PeriodInput & ReportFilter): Promise<Counted<ConvCounts>> {
  const { startDate, endDate, interval, timeZone } = input;
  const point = (column: Prisma.Sql) => Prisma.sql`date_trunc(${interval}, ${column}, ${timeZone})`;
  const within = (column: Prisma.Sql) => Prisma.sql`${column} >= ${startDate} and ${column} < ${endDate}`;
  const [createdAt, endedAt] = [Prisma.sql`c."createdAt"`, Prisma.sql`c."endedAt"`];
  const rows = await ctx.db.$queryRaw<Row[]>`
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
export function sorted<R extends { point: Date | null; channel: string | null }, C>(
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
