import { systemCtx } from "../auth/system-ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { dueSoonSql } from "../conversations/sla.ts";
import { browsersSql, CHOSEN, isNotifiedSql, notifyPeople, type Told } from "./notify-people.ts";

/** Targets per run. The next run is within a minute. */
const AT_ONCE = 1_000;
/** Minutes. Targets missed longer ago are not notified, for example after the workers were down, or if targets are new. */
const NEWS_MINUTES = 10;

const EVENT = Prisma.sql`'slaRisk'`;

/**
 * Notifies people that a conversation must be answered soon: its agent, or everyone who may see it if it is unassigned. While an
 * assistant has it, no one is notified until a person gets it. The conversation stores the notified target, so each target is notified
 * once.
 * @returns how many pushes were queued.
 */
export function notifySlaRisks(): Promise<number> {
  return inTransaction(systemCtx(0, "tell-sla-risks"), async (tx) => {
    const found = await tx.db.$queryRaw<Told[]>`
      with due as materialized (
        select c."workspaceId", c.id from "WorkspaceSettings" w
        join "Workspace" o on o.id = w."workspaceId" and o."deletedAt" is null
        join "Conversation" c on c."workspaceId" = w."workspaceId" and ${dueSoonSql(NEWS_MINUTES)}
          and c."slaToldDueAt" is distinct from c."slaDueAt"
          and (c."assigneeId" is not null or c."aiId" is null)
        where w."slaFirstMinutes" is not null or w."slaNextMinutes" is not null
        limit ${AT_ONCE} for no key update of c skip locked
      ), told as (
        update "Conversation" c set "slaToldDueAt" = c."slaDueAt" from due
        where c."workspaceId" = due."workspaceId" and c.id = due.id returning c.*
      )
      select s."workspaceId", p."endpointHash", s."userId", p."timeZone", ${CHOSEN} as preferences, ${EVENT} as event, c.id as "convId",
        null::uuid as "messageId", now() as at
      from told c
      join "Agent" a on a."workspaceId" = c."workspaceId" and a."deletedAt" is null
        and (a.id = c."assigneeId" or c."assigneeId" is null and c."aiId" is null)
      join "Membership" s on s."workspaceId" = a."workspaceId" and s."userId"::text = a."userId"
      ${browsersSql(EVENT)}
      where ${isNotifiedSql(EVENT)}`;
    return notifyPeople(tx, found);
  });
}
