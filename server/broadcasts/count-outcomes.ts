import { gathered } from "../gathered.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** The outcomes of a broadcast's recipients at one moment. All counts except `total` add up to `total`. */
export type Outcomes = {
  total: number;
  /** Recipients whose message is not made yet. */
  waiting: number;
  /** Messages that are made but not yet with the provider. */
  pending: number;
  sent: number;
  delivered: number;
  /** Includes played messages. */
  read: number;
  /** Includes recipients without a message. */
  failed: number;
};

/** One row with the outcome counts of the broadcast whose id the SQL names. The counts come from indexes and are never stored. */
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
 * The current outcomes of a broadcast's recipients. One query serves a whole page of broadcasts, so all counts are of one moment.
 * Recipients that a launch is still preparing do not count.
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
