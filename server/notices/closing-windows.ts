import { systemCtx } from "../auth/system-ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { WINDOW_CLOSES_AT } from "../conversations/conv-window.ts";
import { CHOSEN, isChosenSql, CHOSE_MAIL, queuePushes, type Push } from "./notify-people.ts";
import { env } from "../env.ts";

const SOON = Prisma.sql`now() + interval '1 hour'`;

/**
 * Sends browser notifications about conversations assigned to a person in which the contact waits and the reply window closes within
 * the hour. Each browser stores up to when it was notified. So each window is notified once, and none is missed if the worker was down
 * for less than an hour.
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
 * Stores email notices about conversations assigned to a person in which the contact waits and the reply window closes within the hour,
 * for people who chose these emails. One notice per window: it is kept for a day, so it is not stored again.
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
