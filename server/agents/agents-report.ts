import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";

export type AgentsReportInput = {
  /** Inclusive. */
  startDate: Date;
  /** Exclusive, so that adjacent periods count nothing twice. */
  endDate: Date;
  agentId?: string | null;
};

/** How many contacts gave a rating. */
export type RatingCount = { rating: number; count: number };

/** What one agent did in the period [startDate, endDate). Times are in seconds. Averages are null if there is nothing to average. */
export type AgentReport = {
  agentId: string;
  name: string;
  surname: string | null;
  /** Conversations assigned to the agent in the period. Each counts once, however often it was assigned. */
  assignedCount: number;
  /** Conversations that ended in the period while assigned to the agent, no matter who ended them. */
  endedCount: number;
  /** Messages the agent sent in the period; notes do not count. */
  messageCount: number;
  /** From a contact's first message in a conversation to the agent's first answer in it, over first answers given in the period. */
  firstResponseSecondsAvg: number | null;
  /** From opening to ending, over the ended ones. */
  resolutionSecondsAvg: number | null;
  /** Over ratings given in the period to conversations that were assigned to the agent when they ended. */
  ratingAvg: number | null;
  ratingCount: number;
  /** The number of contacts per rating, lowest rating first. */
  ratings: RatingCount[];
};

/**
 * What the workspace's agents did in a period, by name. Agents without activity are listed with zeros. Deleted agents are listed only if
 * they had activity in the period. An unknown agentId gives an empty list.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED; BAD_INPUT when the period ends before it starts.
 */
export const agentsReport = verb(
  { may: "MANAGE_CONVS", plan: "inbox" },
  async (ctx, input: AgentsReportInput): Promise<AgentReport[]> => {
    if (input.endDate < input.startDate) throw badInput("endDate", say("input.dates"));
    const { workspaceId } = ctx;
    const within = (column: Prisma.Sql) =>
      Prisma.sql`${column} >= ${input.startDate}::timestamptz and ${column} < ${input.endDate}::timestamptz`;
    const ofAgent = (column: Prisma.Sql) =>
      input.agentId == null ? Prisma.sql`${column} is not null` : Prisma.sql`${column} = ${input.agentId}::uuid`;
    return ctx.db.$queryRaw<AgentReport[]>`
    with assigned as (
      select a."agentId", count(distinct a."convId") as count from "ConvAssignment" a
      where a."workspaceId" = ${workspaceId} and ${ofAgent(Prisma.sql`a."agentId"`)} and ${within(Prisma.sql`a."createdAt"`)}
      group by 1
    ), ended as (
      select c."assigneeId" as "agentId", count(*) as count, avg(extract(epoch from c."endedAt" - c."createdAt")) as seconds
      from "Conversation" c
      where c."workspaceId" = ${workspaceId} and c.ended and ${ofAgent(Prisma.sql`c."assigneeId"`)} and ${within(Prisma.sql`c."endedAt"`)}
      group by 1
    ), rated as (
      select "agentId", sum(count) as count, sum(rating * count) / sum(count) as rating,
        json_agg(json_build_object('rating', rating, 'count', count) order by rating) as ratings
      from (
        select c."assigneeId" as "agentId", c.rating, count(*) as count from "Conversation" c
        where c."workspaceId" = ${workspaceId} and c.rating is not null and ${ofAgent(Prisma.sql`c."assigneeId"`)}
          and ${within(Prisma.sql`c."ratedAt"`)}
        group by 1, 2
      ) given group by 1
    ), said as (
      select m."agentId", m."convId", count(*) as count from "Message" m
      where m."workspaceId" = ${workspaceId} and ${ofAgent(Prisma.sql`m."agentId"`)} and m."isAgent" and m.type <> 'note'
        and ${within(Prisma.sql`m."createdAt"`)}
      group by 1, 2
    ), answered as (
      select said."agentId", sum(said.count) as count, avg(extract(epoch from answer.at - question.at)) as seconds
      from said
      left join lateral (
        select m.seq, m."createdAt" as at from "Message" m
        where m."workspaceId" = ${workspaceId} and m."convId" = said."convId" and not m."isAgent"
        order by m.seq limit 1
      ) question on true
      left join lateral (
        select m."createdAt" as at from "Message" m
        where m."workspaceId" = ${workspaceId} and m."convId" = said."convId" and m.seq > question.seq
          and m."agentId" = said."agentId" and m."isAgent" and m.type <> 'note'
        order by m.seq limit 1
      ) answer on ${within(Prisma.sql`answer.at`)}
      group by 1
    )
    select g.id as "agentId", g.name, g.surname,
      coalesce(assigned.count, 0)::int as "assignedCount",
      coalesce(ended.count, 0)::int as "endedCount",
      coalesce(answered.count, 0)::int as "messageCount",
      answered.seconds::float8 as "firstResponseSecondsAvg",
      ended.seconds::float8 as "resolutionSecondsAvg",
      rated.rating::float8 as "ratingAvg",
      coalesce(rated.count, 0)::int as "ratingCount",
      coalesce(rated.ratings, '[]') as ratings
    from "Agent" g
    left join assigned on assigned."agentId" = g.id
    left join ended on ended."agentId" = g.id
    left join rated on rated."agentId" = g.id
    left join answered on answered."agentId" = g.id
    where g."workspaceId" = ${workspaceId} and ${ofAgent(Prisma.sql`g.id`)}
      and (g."deletedAt" is null or coalesce(assigned.count, ended.count, rated.count, answered.count) is not null)
    order by lower(g.name), lower(g.surname) nulls first, g.id`;
  },
);
