import { pool } from "../db.ts";
import { DUE } from "../due.ts";
import { newId } from "../new-id.ts";
import { FIRST_WINDOW, widths } from "./delivery-windows.ts";
import { ATTEMPTS_HELD, LONGEST_HOLD_SECONDS } from "./schedule.ts";

/** A delivery claimed by this worker until its lease ends, with the event's payload as recorded. */
export type ClaimedDelivery = {
  workspaceId: number;
  id: string;
  webhookId: string;
  eventId: string;
  leaseToken: string;
  /** Earlier attempts. Those before `scheduleStep` belong to the schedules before the last replay. */
  attempts: number;
  scheduleStep: number;
  eventName: string;
  /** Byte for byte as in the event log, with the event's log position as `seq`. Retries and replays are identical. */
  payload: string;
  /** The context of the request that caused the event; null: none. */
  trail: string | null;
  url: string;
  headers: string | null;
  secret: string;
  previousSecret: string | null;
  secretRotatedAt: Date | null;
};

/** Longer than an attempt may take (15 s). */
const LEASE_SECONDS = 20;
/**
 * Parallel attempts for a webhook whose last attempt failed, until one succeeds: enough to probe a failing receiver without flooding it.
 */
const PER_FAILING_WEBHOOK = 1;

/**
 * Claims due deliveries, at most `limit`. Every active webhook gets its share, so a long queue of one does not block the others.
 * Deliveries of one conversation are sent in order: each waits until every earlier one has succeeded or failed ATTEMPTS_HELD times. A
 * replay restarts that count.
 * @param underWay how many deliveries of each webhook this worker has open.
 * @param windows how many it may have open, if not FIRST_WINDOW.
 */
export async function claimDeliveries(
  underWay: ReadonlyMap<string, number>,
  limit: number,
  windows: Readonly<Record<string, number>> = widths(),
): Promise<ClaimedDelivery[]> {
  const { rows } = await pool().query<ClaimedDelivery>({
    name: "claim-deliveries",
    text: CLAIM,
    values: [
      JSON.stringify(Object.fromEntries(underWay)),
      limit,
      newId(),
      LEASE_SECONDS,
      FIRST_WINDOW,
      PER_FAILING_WEBHOOK,
      JSON.stringify(windows),
    ],
  });
  return rows;
}

/** Matches deliveries that hold back later ones of their conversation. The index WebhookDelivery_held_idx has the same condition. */
export const holdsOrder = (row: string) =>
  `${row}.state = 'pending' and ${row}.attempts - ${row}."scheduleStep" < ${ATTEMPTS_HELD}`;

const CLAIM = `
with recursive busy ("webhookId") as (
  (select "webhookId" from "WebhookDelivery" where state = 'pending' order by 1 limit 1)
  union all
  select n."webhookId" from busy b cross join lateral (
    select d."webhookId" from "WebhookDelivery" d where d.state = 'pending' and d."webhookId" > b."webhookId" order by 1 limit 1) n
), due as (
  select d."workspaceId", d.id from busy b
  join "Webhook" w on w.id = b."webhookId" and w.active and w."deletedAt" is null
  join "Workspace" ws on ws.id = w."workspaceId" and ws."deletedAt" is null
  cross join lateral (
    select q."workspaceId", q.id, q."nextAttemptAt", q."eventSeq" from "WebhookDelivery" q
    where q.state = 'pending' and q."webhookId" = w.id and q."workspaceId" = w."workspaceId" and q."nextAttemptAt" <= ${DUE}
      and (q."leaseUntil" is null or q."leaseUntil" < now())
      and (q.attempts - q."scheduleStep" >= ${ATTEMPTS_HELD} or q."convId" is null or q."eventSeq" = (
        select p."eventSeq" from "WebhookDelivery" p
        where p."workspaceId" = q."workspaceId" and p."webhookId" = q."webhookId" and p."convId" = q."convId"
          and ${holdsOrder("p")} and p."nextAttemptAt" <= now() + interval '${LONGEST_HOLD_SECONDS} seconds'
        order by p."eventSeq" limit 1))
    order by q."nextAttemptAt", q."eventSeq"
    limit greatest(0, case when w."failingSince" is null then coalesce(($7::jsonb ->> w.id::text)::int, $5::int) else $6::int end - coalesce(($1::jsonb ->> w.id::text)::int, 0))
    for update of q skip locked) d
  order by d."nextAttemptAt", d."eventSeq" limit $2
), claimed as (
  update "WebhookDelivery" q set "leaseToken" = $3::uuid, "leaseUntil" = now() + make_interval(secs => $4)
  from due where q."workspaceId" = due."workspaceId" and q.id = due.id
  returning q.*
)
select q."workspaceId", q.id, q."webhookId", q."eventId", q."leaseToken", q.attempts, q."scheduleStep",
  e.name as "eventName", case when e.name = 'MESSAGE_UPDATED_SMPP' then e.payload::text
    else left(e.payload::text, -1) || ',"seq":' || e.seq || '}' end as payload, e.trail,
  w.url, w.headers, w.secret, w."previousSecret", w."secretRotatedAt"
from claimed q
join "Event" e on e."workspaceId" = q."workspaceId" and e.id = q."eventId"
join "Webhook" w on w."workspaceId" = q."workspaceId" and w.id = q."webhookId"
order by q."eventSeq"`;
