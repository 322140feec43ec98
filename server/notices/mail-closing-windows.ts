import { systemCtx } from "../auth/system-ctx.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { WINDOW_CLOSES_AT } from "../inbox/conv-window.ts";
import { CHOSE_MAIL, isChosenSql } from "./tell-people.ts";

const SOON = Prisma.sql`now() + interval '1 hour'`;

/**
 * Keeps for a letter, for those who chose it, their own conversations in which the client waits and the reply window closes within the
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
