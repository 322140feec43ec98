import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import { holdsOrder } from "./claim-deliveries.ts";
import { LONGEST_HOLD_SECONDS } from "./schedule.ts";

/** Events of one statement. */
const MOST_AT_ONCE = 500;

/** `read` events were taken from the log, `isBehind` tells that more can be read, now or in a moment. */
export type FanOut = { read: number; queued: number; isBehind: boolean };

/**
 * Reads the event log on from where it was left and queues a delivery for each event and each webhook that asked for it.
 * Cursor, deliveries and events are one statement: what is queued is read, and what is read is queued, whatever crashes.
 * One reader at a time over all processes; the others find the cursor taken and do nothing.
 *
 * ANY_EVENT gets everything but MESSAGE_UPDATED_SMPP (decisions section 7). A webhook gets no event from before it existed, and
 * what happens in the playground only if it is one of ANY_EVENT that asks for it (decisions section 10).
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

/** Makes the reader's row, at the beginning of the log: webhooks hear of what happened before the first worker started. */
export async function prepareFanOut(): Promise<void> {
  await pool().query(
    `insert into "EventCursor" (reader, txid, seq) values ('webhooks', '0', 0) on conflict do nothing`,
  );
}

// NEW_CLIENT stands in the line of the conversation that its transaction opened, the client's first, so that NEW_CLIENT, NEW_CONV
// and INCOMING_MESSAGE of a first contact keep their order. A delivery that waits for a failing one of its conversation becomes due with
// that one's next attempt.
//
// The limit stands in the statement, which so has no parameters: its plan is made once for each connection. As a parameter it made a plan
// for all limits seem dearer, and each call was planned anew, which took as long as the call.
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
