import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { anyConvsSql, type ReportFilter } from "./convs-sql.ts";
import { sorted, type Counted } from "./count-convs.ts";
import type { PeriodInput } from "./period.ts";

type MessageCounts = { inbound: number; byPerson: number; byAssistant: number; byProgram: number };
type HourCount = { weekday: number; hour: number; inbound: number };
type Row = MessageCounts & { point: Date | null; channel: string | null; weekday: number | null; hour: number | null };

/** Messages of a period, notes left out: who wrote them, when and on which channel. The period's messages are read once. */
export async function countMessages(
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
