import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import { holdsOrder } from "./claim-deliveries.ts";
import { LONGEST_HOLD_SECONDS } from "./schedule.ts";

/** Events per statement. */
const MOST_AT_ONCE = 500;

/** `read`: events taken from the log. `isBehind`: more events can be read, now or in a moment. */
export type FanOut = { read: number; queued: number; isBehind: boolean };

/**
 * Reads the event log from its cursor and queues a delivery for each event and each webhook that subscribes to it. One statement moves
 * the cursor and queues the deliveries, so a crash can neither lose nor repeat an event. Only one process reads at a time; the others
 * find the cursor locked and do nothing.
 *
 * ANY_EVENT includes everything except MESSAGE_UPDATED_SMPP. A webhook gets no event from before its creation. It
 * gets playground events only if it has ANY_EVENT and asks for them.
 */
export async function fanOutEvents(limit = MOST_AT_ONCE): Promise<FanOut> {
  const { rows } = await pool().query<{ read: number; queued: number; waiting: number }>({
    name: `fan-out-${limit}`,
    text: fanOut(limit),
  });
  const { read = 0, queued = 0, waiting = 0 } = rows[0] ?? {};
  if (queued > 0) signal(["deliveries"], pool());
  return { read, queued, isBehind: read + waiting === limit || waiting > 0 };
}

/** Creates the cursor at the start of the log, so webhooks also get events from before the first worker started. */
export async function prepareFanOut(): Promise<void> {
  await pool().query(
    `insert into "EventCursor" (reader, txid, seq) values ('webhooks', '0', 0) on conflict do nothing`,
  );
}

// NEW_CLIENT is ordered with the contact's first conversation, which the same transaction opened. So NEW_CLIENT, NEW_CONV and
// INCOMING_MESSAGE of a first contact keep their order. A delivery that waits for a failing one of its conversation becomes due with that
// one's next attempt.
//
// The limit is part of the statement's text, which therefore has no parameters and is planned once per connection. With a parameter, the
// generic plan looks more expensive, so Postgres plans every call again, which takes as long as the call itself.
const fanOut = (limit: number) => `
with place as (
  select txid, seq from "EventCursor" where reader = 'webhooks' for update skip locked
), seen as (
  select e.*, e.txid < pg_snapshot_xmin(pg_current_snapshot()) as "isSettled"
  from place cross join lateral (
    select * from "Event" e where (e.txid, e.seq) > (place.txid, place.seq) and not e."isTest" order by e.txid, e.seq limit ${limit}) e
), batch as (
  select * from seen where "isSettled"
), queued as (
  insert into "WebhookDelivery" ("workspaceId", id, "webhookId", "eventId", "eventSeq", "convId", "nextAttemptAt", "createdAt")
  select e."workspaceId", gen_random_uuid(), w.id, e.id, e.seq, line."convId", coalesce(
      (select case when p."nextAttemptAt" > now() then p."nextAttemptAt" end from "WebhookDelivery" p
        where p."workspaceId" = e."workspaceId" and p."webhookId" = w.id and p."convId" = line."convId"
          and ${holdsOrder("p")} and p."nextAttemptAt" <= now() + interval '${LONGEST_HOLD_SECONDS} seconds'
        order by p."eventSeq" limit 1), now()), now()
  from batch e
  cross join lateral (select coalesce(e."convId", case when e.name = 'NEW_CLIENT' then (
      select c.id from "Conversation" c where c."workspaceId" = e."workspaceId" and c."clientId" = e."clientId"
      order by c."createdAt", c.id limit 1) end) as "convId" offset 0) line
  join "Webhook" w on w."workspaceId" = e."workspaceId" and w.active and w."deletedAt" is null
    and w."createdAt" <= e."createdAt" and e.payload is not null
    and (w.event::text = e.name or (w.event = 'ANY_EVENT' and e.name <> 'MESSAGE_UPDATED_SMPP'))
    and (not e."isDebug" or (w.event = 'ANY_EVENT' and w.debug))
  on conflict ("workspaceId", "webhookId", "eventId") do nothing
  returning 1
), moved as (
  update "EventCursor" c set txid = last.txid, seq = last.seq
  from (select txid, seq from batch order by txid desc, seq desc limit 1) last where c.reader = 'webhooks'
)
select (select count(*) from batch)::int as read, (select count(*) from queued)::int as queued,
  (select count(*) from seen where not "isSettled")::int as waiting`;
