import type { Ctx } from "../ctx.ts";
import { convsSql, type ReportFilter, type PeriodInput } from "./period.ts";

/** A time over many conversations, in seconds; median and ninth decile are null where there is none. */
export type Spread = { count: number; median: number | null; p90: number | null };

export type Times = {
  /** From the client's first message to the first answer after it, of conversations opened in the period: by who gave it. */
  firstResponseByPerson: Spread;
  firstResponseByAssistant: Spread;
  /** From opening to ending, of conversations ended in the period. */
  resolution: Spread;
};

type Row = Spread & { what: keyof Times };
const NONE: Spread = { count: 0, median: null, p90: null };

/** How fast clients were answered, and how fast conversations came to their end. Broadcast messages are no answers. */
export async function measureTimes(ctx: Ctx, input: PeriodInput & ReportFilter): Promise<Times> {
  const { startDate, endDate } = input;
  const rows = await ctx.db.$queryRaw<Row[]>`
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
  const of = (what: keyof Times): Spread => {
    const row = rows.find((each) => each.what === what);
    return row ? { count: row.count, median: row.median, p90: row.p90 } : NONE;
  };
  return {
    firstResponseByPerson: of("firstResponseByPerson"),
    firstResponseByAssistant: of("firstResponseByAssistant"),
    resolution: of("resolution"),
  };
}
