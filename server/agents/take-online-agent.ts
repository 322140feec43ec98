import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** Online is whoever's live stream gave a sign of life within this time, in seconds (decisions section 4). */
export const ONLINE_SECONDS = 60;

/**
 * The next agent by round robin: among those who are online and take new conversations the least loaded, then the one whose
 * turn is longest ago; their turn is noted. Null when nobody is online.
 *
 * An agent whom another new conversation is being given to right now is passed over, so that parallel first messages are
 * spread and do not wait for each other.
 */
export async function takeOnlineAgent(ctx: Ctx): Promise<string | null> {
  return (await take(ctx, Prisma.sql`skip locked`)) ?? (await take(ctx, Prisma.empty));
}

async function take(ctx: Ctx, locked: Prisma.Sql): Promise<string | null> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    update "Agent" set "lastAssignedAt" = clock_timestamp()
    where "workspaceId" = ${ctx.workspaceId} and id = (
      select a.id from "Agent" a
      where a."workspaceId" = ${ctx.workspaceId} and a."deletedAt" is null and a."isAvailable"
        and a."lastSeenAt" > now() - make_interval(secs => ${ONLINE_SECONDS})
      order by (
          select count(*) from "Conversation" c
          where c."workspaceId" = a."workspaceId" and c."assigneeId" = a.id and not c.ended
        ), a."lastAssignedAt" nulls first, a."createdAt", a.id
      limit 1 for no key update of a ${locked})
    returning id`;
  return rows[0]?.id ?? null;
}
