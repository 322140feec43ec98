import { systemCtx } from "../auth/system-ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { WINDOW_CLOSES_AT } from "../conversations/conv-window.ts";
import { CHOSEN, isChosenSql, CHOSE_MAIL, queuePushes, type Push } from "./tell-people.ts";
import { env } from "../env.ts";

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

/**
 * Keeps for an email, for those who chose it, their own conversations in which the client waits and the reply window closes within the
 * hour. Each window once: what was kept for it stays for a day.
 * @returns how many are new.
 */
export async function mailClosingWindows(): Promise<number> {
  if (!env().SMTP_URL) return 0;
  return systemCtx(0, "mail-closing-windows").db.$executeRaw`
    insert into "MailNotice" ("workspaceId", id, "userId", event, "convId", at)
    select s."workspaceId", gen_random_uuid(), s."userId", 'windowClosing', c.id, w."closesAt" - interval '1 hour'
    from "Membership" s
    join "Agent" a on a."workspaceId" = s."workspaceId" and a."userId" = s."userId"::text and a."deletedAt" is null
    join "Conversation" c on c."workspaceId" = s."workspaceId" and c."assigneeId" = a.id and not c.ended and c."needsResponse"
      and not c."isPlayground"
    cross join lateral (select ${WINDOW_CLOSES_AT} as "closesAt") w
    where ${CHOSE_MAIL} and ${isChosenSql(Prisma.sql`'windowClosing'`, "email")}
      and w."closesAt" > now() and w."closesAt" <= ${SOON}
    on conflict do nothing`;
}
