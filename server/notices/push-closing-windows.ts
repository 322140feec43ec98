import { systemCtx } from "../auth/system-ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { WINDOW_CLOSES_AT } from "../inbox/conv-window.ts";
import { CHOSEN, isChosenSql } from "./tell-people.ts";
import { queuePushes, type Push } from "./queue-pushes.ts";

const SOON = Prisma.sql`now() + interval '1 hour'`;

/**
 * Tells people, on their browsers, of their own conversations in which the client waits and the reply window closes within the hour.
 * Each browser remembers up to when it was told: a window is told once, and a worker that was away for less than an hour misses none.
 * @returns how many were queued.
 */
export function pushClosingWindows(): Promise<number> {
  return inTransaction(systemCtx(0, "push-closing-windows"), async (tx) => {
    const found = await tx.db.$queryRaw<Push[]>`
      select p."workspaceId", p."endpointHash", p."userId", p."timeZone", ${CHOSEN} as preferences, 'windowClosing' as event, c.id as "convId",
        null::uuid as "messageId", now() as at
      from "PushSubscription" p
      join "Membership" s on s."workspaceId" = p."workspaceId" and s."userId" = p."userId"
      join "Agent" a on a."workspaceId" = p."workspaceId" and a."userId" = p."userId"::text and a."deletedAt" is null
      join "Conversation" c on c."workspaceId" = p."workspaceId" and c."assigneeId" = a.id and not c.ended and c."needsResponse"
        and not c."isPlayground"
      cross join lateral (select ${WINDOW_CLOSES_AT} as "closesAt") w
      where ${isChosenSql(Prisma.sql`'windowClosing'`, "desktop")} and p."windowsUntil" < ${SOON} and w."closesAt" > greatest(p."windowsUntil", now()) and w."closesAt" <= ${SOON}`;
    await tx.db.$executeRaw`update "PushSubscription" set "windowsUntil" = ${SOON} where "windowsUntil" < ${SOON}`;
    return queuePushes(tx, found);
  });
}
