import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { Prisma, type Broadcast } from "../generated/prisma/client.ts";

/** True when no recipient of the broadcast (alias `b`) is still waiting to be sent to. */
const IS_OVER = Prisma.sql`
  not exists (
    select from "BroadcastRecipient" r where r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
      and r."messageId" is null and r.error is null)
  and not exists (
    select from "SendQueue" q where q."workspaceId" = b."workspaceId" and q."broadcastId" = b.id)`;

/** Ends the broadcasts of all workspaces that have nothing left to send. */
export async function finishBroadcasts(): Promise<void> {
  const over = await database().$queryRaw<{ workspaceId: number; id: string }[]>`
    select b."workspaceId", b.id from "Broadcast" b where b.state = 'inProgress' and ${IS_OVER}`;
  for (const { workspaceId, id } of over) await finishBroadcast(systemCtx(workspaceId, "run-broadcasts"), id);
}

/**
 * Ends a broadcast that has nothing left to send: `completed`, or `failed` when no message could be sent. It is one conditional update,
 * so the broadcast ends once, however many workers call this. It does nothing while the broadcast is still sending.
 */
export async function finishBroadcast(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [over] = await tx.db.$queryRaw<(Broadcast & { sentCount: number })[]>`
      update "Broadcast" b set state = 'completed', "completedAt" = now()
      where b."workspaceId" = ${tx.workspaceId} and b.id = ${id}::uuid and b.state = 'inProgress' and ${IS_OVER}
      returning b.*, (
        select count(*)::int from "Message" m
        where m."workspaceId" = b."workspaceId" and m."broadcastId" = b.id and m.status <> 'failed') as "sentCount"`;
    if (!over) return;
    const { sentCount, totalCount, cancelledAt } = over;
    const end = cancelledAt
      ? { error: `Cancelled: ${totalCount - sentCount} of ${totalCount} messages were not sent` }
      : sentCount === 0
        ? { state: "failed" as const, error: `No message could be sent. ${await commonestReason(tx, id)}` }
        : null;
    if (end)
      await tx.db.broadcast.update({ where: { workspaceId_id: { workspaceId: tx.workspaceId, id } }, data: end });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
  });
}

async function commonestReason(tx: Ctx, id: string): Promise<string> {
  const [commonest] = await tx.db.$queryRaw<{ reason: string }[]>`
    select reason from (
      select error as reason from "Message" where "workspaceId" = ${tx.workspaceId} and "broadcastId" = ${id}::uuid
      union all
      select error from "BroadcastRecipient" where "workspaceId" = ${tx.workspaceId} and "broadcastId" = ${id}::uuid
    ) failures
    where reason is not null group by reason order by count(*) desc, reason limit 1`;
  return commonest?.reason ?? "";
}
