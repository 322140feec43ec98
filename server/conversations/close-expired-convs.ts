import { systemCtx } from "../auth/system-ctx.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { notifyEnded } from "./end-open-convs.ts";
import { AWAKE } from "./mark-ended.ts";

/** Conversations ended per transaction. Kept small so that no sender waits long for a row lock. */
const BATCH = 50;

/** Each part has an index ordered by last activity. */
const PARTS = [Prisma.sql`not d.dormant`, Prisma.sql`d.dormant`];

/**
 * Ends every open conversation, in all workspaces, whose last message is older than its workspace's convTTL.
 * For a conversation snoozed until a time, convTTL counts from that time. Uses the database's clock and works in batches.
 * Several workers may run this at the same time: each conversation is ended once.
 * @returns how many were ended.
 */
export async function closeExpiredConvs(): Promise<number> {
  const workspaces = await database().workspaceSettings.findMany({
    where: { convTTL: { gt: 0 }, workspace: { deletedAt: null } },
    select: { workspaceId: true, convTTL: true },
  });
  let ended = 0;
  for (const { workspaceId, convTTL } of workspaces) {
    if (convTTL === null) continue;
    const ctx = systemCtx(workspaceId, "close-expired-convs");
    for (const which of PARTS) {
      let batch: number;
      do {
        batch = await inTransaction(ctx, (tx) => closeBatch(tx, convTTL, which));
        ended += batch;
      } while (batch === BATCH);
    }
  }
  return ended;
}

// Materialized: as a plain subquery, the planner could run it, and lock its rows, once per conversation.
async function closeBatch(ctx: Ctx, convTTL: number, which: Prisma.Sql): Promise<number> {
  const rows = await ctx.db.$queryRaw<Conversation[]>`
    with due as materialized (
      select d.id from "Conversation" d
      where d."workspaceId" = ${ctx.workspaceId} and not d.ended and ${which}
        and d."activityAt" < now() - make_interval(hours => ${convTTL}::int) and d."snoozedUntil" is null
        and exists (select from "WorkspaceSettings" s where s."workspaceId" = ${ctx.workspaceId} and s."convTTL" = ${convTTL}::int)
      order by d."activityAt" limit ${BATCH}
      for no key update of d skip locked
    ), ended as (
      update "Conversation" c set ended = true, "endedAt" = now(), "endedBy" = ${SYSTEM}, "needsResponse" = false, ${AWAKE}
      from due
      where c."workspaceId" = ${ctx.workspaceId} and c.id = due.id and not c.ended
      returning c.*
    ), awake as (
      delete from "ConvSnooze" s using ended where s."workspaceId" = ended."workspaceId" and s."convId" = ended.id
    )
    select * from ended`;
  for (const conv of rows) {
    await notifyEnded(ctx, conv, convTTL === 1 ? say("line.endedHour") : say("line.endedHours", { count: convTTL }));
  }
  return rows.length;
}
