import { gathered } from "../gathered.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** What has become of a broadcast's recipients at one moment; all but total add up to total. */
export type Outcomes = {
  total: number;
  /** Their message is still to be made. */
  waiting: number;
  /** Made, and not yet with the provider. */
  pending: number;
  sent: number;
  delivered: number;
  /** Played too. */
  read: number;
  /** Those too for whom no message was made. */
  failed: number;
};

/** The counts of Outcomes of the broadcast whose id the SQL names, as one row: counted by index, never kept. */
export function outcomesSql(workspaceId: number, broadcastId: Prisma.Sql): Prisma.Sql {
  const recipients = Prisma.sql`"BroadcastRecipient" where "workspaceId" = ${workspaceId} and "broadcastId" = ${broadcastId}`;
  return Prisma.sql`
    select (select count(*) from ${recipients} and "messageId" is null and error is null)::int as waiting,
      pending::int, sent::int, delivered::int, read::int,
      (failed + (select count(*) from ${recipients} and error is not null))::int as failed
    from (
      select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status in ('read', 'played')) as read,
        count(*) filter (where status = 'failed') as failed
      from "Message" where "workspaceId" = ${workspaceId} and "broadcastId" = ${broadcastId}
    ) made`;
}

const NOTHING: Outcomes = { total: 0, waiting: 0, pending: 0, sent: 0, delivered: 0, read: 0, failed: 0 };

/**
 * What has become so far of the recipients of a broadcast that the caller was given: one query, and so one moment, for a page of
 * broadcasts. Recipients that a launch is preparing do not count before it.
 */
export const countOutcomes = gathered<string, Outcomes>(async ({ db, workspaceId }, ids) => {
  const rows = await db.$queryRaw<({ id: string } & Outcomes)[]>`
    select b.id, b."totalCount" as total, counted.* from "Broadcast" b
    cross join lateral (${outcomesSql(workspaceId, Prisma.sql`b.id`)}) counted
    where b."workspaceId" = ${workspaceId} and b.id = any (${[...new Set(ids)]}::uuid[])
      and b.state not in ('draft', 'scheduled')`;
  const outcomes = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return ids.map((id) => outcomes.get(id) ?? NOTHING);
});
