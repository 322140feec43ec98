import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { isTimeZone, readTime } from "../text-rules.ts";

/**
 * What happened in a conversation within a time span: the conditions behind the numbers of reports, by the formulas of
 * docs/reports.md. A value is `WHO/START/END`; START is inclusive, END exclusive.
 * - wrote: WHO is client, person, assistant, program or an agent's id. The suffix `/5-14/Europe/Berlin` means Fridays from 14 to 15
 *   o'clock in that time zone.
 * - given: assigned to the agent with this id.
 * - answered: the agent with this id gave their first answer to the contact in the span. Or one word, person or assistant: who gave
 *   the conversation's first answer.
 * - turn: an answer of the assistant with this id. The suffix `/handedOver` limits it to that outcome.
 */
export type HappeningField = "wrote" | "given" | "answered" | "turn";

type Happening = { who: string; start: Date; end: Date; rest: string[] };

const AUTHORS = ["client", "person", "assistant", "program"] as const;
const FIRST_ANSWERS: readonly string[] = ["person", "assistant"];
const OUTCOMES: readonly string[] = ["answered", "askedBack", "handedOver", "ended", "dropped", "unanswered"];
const HOUR_OF_WEEK = /^([1-7])-(\d|1\d|2[0-3])$/;

function read(value: string): Happening | null {
  const [who = "", from = "", to = "", ...rest] = value.split("/");
  const [start, end] = [readTime(from), readTime(to)];
  return start && end ? { who, start, end, rest } : null;
}

/** What is wrong with a value, worded to follow the field's name. null: nothing. */
export function happeningProblem(field: HappeningField, value: string): Said | null {
  if (field === "answered" && FIRST_ANSWERS.includes(value)) return null;
  const happening = read(value);
  if (!happening) return say("inbox.filterSpan");
  const { who, rest } = happening;
  const isAuthor = field === "wrote" && (AUTHORS as readonly string[]).includes(who);
  if (!isAuthor && !isUuid(who))
    return field === "wrote" ? say("inbox.filterAuthor", { words: AUTHORS.join(", ") }) : say("inbox.filterIdSpan");
  if (rest.length === 0) return null;
  const [more = "", ...zone] = rest;
  if (field === "turn" && zone.length === 0)
    return OUTCOMES.includes(more) ? null : say("inbox.filterWords", { words: OUTCOMES.join(", ") });
  if (field === "wrote" && HOUR_OF_WEEK.test(more) && isTimeZone(zone.join("/"))) return null;
  return field === "wrote" ? say("inbox.filterHour") : say("inbox.filterSpanOnly");
}

/** The condition for a conversation under the alias `c`. The value must be checked already. */
export function happeningSql(ctx: Ctx, field: HappeningField, value: string): Prisma.Sql {
  const happening = read(value);
  if (!happening) return Prisma.sql`${firstAnswerSql(ctx)} = ${value}`;
  const { who, start, end, rest } = happening;
  const within = (column: Prisma.Sql) =>
    Prisma.sql`${column} >= ${start}::timestamptz and ${column} < ${end}::timestamptz`;
  switch (field) {
    case "wrote":
      return Prisma.sql`c."lastMessageAt" >= ${start}::timestamptz and c."activityAt" >= ${start}::timestamptz and exists (select 1 from "Message" m
        where m."workspaceId" = ${ctx.workspaceId} and m."convId" = c.id and m.type <> 'note' and ${within(Prisma.sql`m."createdAt"`)}
          and ${authorSql(who)} ${hourSql(rest)})`;
    case "given":
      return Prisma.sql`exists (select 1 from "ConvAssignment" a where a."workspaceId" = ${ctx.workspaceId} and a."convId" = c.id
        and a."agentId" = ${who}::uuid and ${within(Prisma.sql`a."createdAt"`)})`;
    case "answered":
      return Prisma.sql`c.id in (${firstAnsweredSql(ctx, who, within(Prisma.sql`m."createdAt"`))})`;
    case "turn":
      return Prisma.sql`exists (select 1 from "AssistantAnswer" t where t."workspaceId" = ${ctx.workspaceId} and t."convId" = c.id
        and t."aiId" = ${who}::uuid and ${within(Prisma.sql`t."createdAt"`)} ${outcomeSql(rest[0])})`;
  }
}

/** Who wrote the message `m`, by the rule of the conversations report. */
function authorSql(who: string): Prisma.Sql {
  switch (who) {
    case "client":
      return Prisma.sql`not m."isAgent"`;
    case "assistant":
      return Prisma.sql`m."isAgent" and m."aiId" is not null`;
    case "person":
      return Prisma.sql`m."isAgent" and m."aiId" is null and m."agentId" is not null`;
    case "program":
      return Prisma.sql`m."isAgent" and m."aiId" is null and m."agentId" is null`;
    default:
      return Prisma.sql`m."isAgent" and m."agentId" = ${who}::uuid`;
  }
}

function hourSql([hourOfWeek, ...zone]: string[]): Prisma.Sql {
  const [, weekday, hour] = HOUR_OF_WEEK.exec(hourOfWeek ?? "") ?? [];
  if (!weekday || !hour) return Prisma.empty;
  const local = Prisma.sql`m."createdAt" at time zone ${zone.join("/")}`;
  return Prisma.sql`and extract(isodow from ${local}) = ${Number(weekday)} and extract(hour from ${local}) = ${Number(hour)}`;
}

function outcomeSql(outcome: string | undefined): Prisma.Sql {
  if (!outcome) return Prisma.empty;
  return outcome === "unanswered" ? Prisma.sql`and t."isUnanswered"` : Prisma.sql`and t.outcome::text = ${outcome}`;
}

/** 'person' or 'assistant': who gave the first answer to the contact's first message. null: no one or a program. */
function firstAnswerSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`(select case when m."aiId" is not null then 'assistant' when m."agentId" is not null then 'person' end
    from "Message" m where m."workspaceId" = ${ctx.workspaceId} and m."convId" = c.id and m."isAgent" and m.type <> 'note'
      and m."broadcastId" is null and m.seq > ${firstQuestionSql(ctx)}
    order by m.seq limit 1)`;
}

/** Conversations in which the agent gave their first answer to the contact within the span. Searches the agent's messages of the span. */
function firstAnsweredSql(ctx: Ctx, agentId: string, within: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select m."convId" from "Message" m
    cross join lateral (select q.seq from "Message" q
      where q."workspaceId" = m."workspaceId" and q."convId" = m."convId" and not q."isAgent" order by q.seq limit 1) asked
    where m."workspaceId" = ${ctx.workspaceId} and m."agentId" = ${agentId}::uuid and ${within} and m."isAgent" and m.type <> 'note'
      and m.seq > asked.seq and not exists (select 1 from "Message" e
        where e."workspaceId" = m."workspaceId" and e."convId" = m."convId" and e.seq > asked.seq and e.seq < m.seq
          and e."isAgent" and e.type <> 'note' and e."agentId" = m."agentId")`;
}

function firstQuestionSql(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`(select q.seq from "Message" q where q."workspaceId" = ${ctx.workspaceId} and q."convId" = c.id and not q."isAgent"
    order by q.seq limit 1)`;
}
