import type { Ctx } from "../ctx.ts";
import { Prisma, type Agent } from "../generated/prisma/client.ts";

/** Online is whoever's live stream gave a sign of life within this time, in seconds (decisions section 4). */
const ONLINE_SECONDS = 60;

/** Whether an agent is online at a time, free for new conversations or not. */
export function isOnlineAt({ lastSeenAt }: Pick<Agent, "lastSeenAt">, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < ONLINE_SECONDS * 1_000;
}

/** How loaded an agent `a` is. */
export const OPEN_CONVS = Prisma.sql`(
  select count(*) from "Conversation" c
  where c."workspaceId" = a."workspaceId" and c."assigneeId" = a.id and not c.ended)`;

/** Whose turn it is among equally loaded agents `a`: longest ago first. */
export const BY_TURN = Prisma.sql`a."lastAssignedAt" nulls first, a."createdAt", a.id`;

/** Of a workspace's agents `a` those who are online and take new conversations. */
export const ONLINE = Prisma.raw(`a."deletedAt" is null and a."isAvailable"
    and a."lastSeenAt" > now() - make_interval(secs => ${ONLINE_SECONDS})`);

/** The agents `a` who are online and take new conversations. */
export function isOnline(ctx: Ctx): Prisma.Sql {
  return Prisma.sql`a."workspaceId" = ${ctx.workspaceId} and ${ONLINE}`;
}

/**
 * The next agent by round robin: among those who are online and take new conversations the least loaded, then the one whose
 * turn is longest ago; their turn is noted. Null when nobody is online.
 *
 * An agent whom another new conversation is being given to right now is passed over, so that parallel first messages are
 * spread and do not wait for each other. When that is true of all of them, the rest wait in line: each chooses after the one
 * before has committed, or all of them would have chosen the same agent meanwhile.
 */
export async function takeOnlineAgent(ctx: Ctx): Promise<string | null> {
  const free = await take(ctx, Prisma.sql`skip locked`);
  if (free || !(await isAnyoneOnline(ctx))) return free;
  await waitInLine(ctx);
  return (await take(ctx, Prisma.sql`skip locked`)) ?? (await take(ctx, Prisma.empty));
}

/** Until the transaction ends, everybody else of the workspace who gives conversations in line comes after us. */
async function waitInLine(ctx: Ctx): Promise<void> {
  const line = `${ctx.workspaceId}|take-online-agent`;
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
}

/** Whether somebody would take a new conversation now. */
export async function isAnyoneOnline(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ online: boolean }[]>`
    select exists (select 1 from "Agent" a where ${isOnline(ctx)}) as online`;
  return row?.online ?? false;
}

/** The turn is noted after all others: those of first messages that came together lie milliseconds ahead of the clock, and a millisecond may have two. */
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
