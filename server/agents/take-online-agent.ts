import type { Ctx } from "../ctx.ts";
import { Prisma, type Agent } from "../generated/prisma/client.ts";

/** Seconds. An agent is online if their live stream sent a heartbeat within this time. */
const ONLINE_SECONDS = 60;

/** Whether an agent is online at a time, regardless of their availability. */
export function isOnlineAt({ lastSeenAt }: Pick<Agent, "lastSeenAt">, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_SECONDS * 1_000;
}

/** The load of an agent `a`: the number of open conversations. */
export const OPEN_CONVS = Prisma.sql`(
  select count(*) from "Conversation" c
  where c."workspaceId" = a."workspaceId" and c."assigneeId" = a.id and not c.ended)`;

/** The order among equally loaded agents `a`: longest since the last assignment first. */
export const BY_TURN = Prisma.sql`a."lastAssignedAt" nulls first, a."createdAt", a.id`;

/** Agents `a` of a workspace who are online and take new conversations. */
export const ONLINE = Prisma.raw(`a."deletedAt" is null and a."isAvailable"
    and a."lastSeenAt" > now() - make_interval(secs => ${ONLINE_SECONDS})`);

/** The agents `a` who are online and take new conversations. */
export function isOnline(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`a."workspaceId" = ${ctx.workspaceId} and ${ONLINE}`;
}

/**
 * Picks the next agent by round robin and records the assignment: among the online agents who take new conversations, the least loaded
 * one, then the one whose last assignment is longest ago. null when no agent is online.
 *
 * It skips agents who are locked by another assignment, so that parallel first messages are spread and do not wait for each other. If all
 * agents are locked, callers wait in line and pick after the previous commit. Otherwise they would all pick the same agent.
 */
export async function takeOnlineAgent(ctx: Ctx): Promise<string | null> {
  const free = await take(ctx, Prisma.sql`skip locked`);
  if (free || !(await isAnyoneOnline(ctx))) return free;
  await waitInLine(ctx);
  return (await take(ctx, Prisma.sql`skip locked`)) ?? (await take(ctx, Prisma.empty));
}

/** Takes a lock until the transaction ends: other callers of the workspace that wait in line come after this one. */
async function waitInLine(ctx: Ctx): Promise<void> {
  const line = `${ctx.workspaceId}|take-online-agent`;
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
}

/** Whether any agent would take a new conversation now. */
export async function isAnyoneOnline(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ online: boolean }[]>`
    select exists (select 1 from "Agent" a where ${isOnline(ctx)}) as online`;
  return row?.online ?? false;
}

/**
 * The time of the assignment is later than all others. The clock alone is not enough: concurrent assignments may share a millisecond, and
 * their times may already be milliseconds ahead of the clock.
 */
async function take(ctx: Ctx, locked: Prisma.Sql): Promise<string | null> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    update "Agent" set "lastAssignedAt" = greatest(clock_timestamp(),
      (select max(a."lastAssignedAt") from "Agent" a where ${isOnline(ctx)}) + interval '1 millisecond')
    where "workspaceId" = ${ctx.workspaceId} and id = (
      select a.id from "Agent" a
      where ${isOnline(ctx)}
      order by ${OPEN_CONVS}, ${BY_TURN}
      limit 1 for no key update of a ${locked})
    returning id`;
  return rows[0]?.id ?? null;
}
