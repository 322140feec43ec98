import { pool } from "../db.ts";
import { DUE } from "../due.ts";
import { leaseSeconds } from "../work/lease.ts";
import { newId } from "../new-id.ts";

/** A provider's call as received, whose contents are not stored yet. */
export type WaitingCall = {
  id: string;
  body: Uint8Array;
  receivedAt: Date;
  /** Age of the call by the database's clock. */
  ageSeconds: number;
  /** Includes the current attempt. */
  attemptNo: number;
  /** Request context of the request that delivered the call. */
  trail: string | null;
};

/** Calls of one channel in order of arrival. This worker holds them until its lease ends. */
export type ClaimedCalls = { workspaceId: number; integrationId: string; leaseToken: string; calls: WaitingCall[] };

/** Limits of one claim per channel. Messages of different senders are stored in parallel, and statuses together. */
const CALLS = 100;
const BYTES = 1024 * 1024;

/**
 * Claims the oldest waiting calls of at most `limit` channels that no worker holds. Only one worker at a time holds a channel's calls,
 * so they are processed in order. A call that waits for its next attempt does not block later ones.
 * @param underWay the channels that this worker is already processing.
 */
export async function claimProviderCalls(underWay: readonly string[], limit: number): Promise<ClaimedCalls[]> {
  const leaseToken = newId();
  const { rows } = await pool().query<WaitingCall & { workspaceId: number; integrationId: string }>({
    name: "claim-provider-calls",
    text: CLAIM,
    values: [underWay, limit, leaseToken, leaseSeconds("providerCalls"), CALLS, BYTES],
  });
  return [...Map.groupBy(rows, ({ integrationId }) => integrationId)].map(([integrationId, calls]) => ({
    workspaceId: calls[0]?.workspaceId ?? 0,
    integrationId,
    leaseToken,
    calls,
  }));
}

/** The first call of a channel's queue is its lock. If two workers claim at once, one gets it and the other skips it. */
const CLAIM = `
with recursive busy ("workspaceId", "integrationId") as (
  (select "workspaceId", "integrationId" from "ProviderCall" where "doneAt" is null order by 1, 2 limit 1)
  union all
  select n."workspaceId", n."integrationId" from busy b cross join lateral (
    select p."workspaceId", p."integrationId" from "ProviderCall" p
    where p."doneAt" is null and (p."workspaceId", p."integrationId") > (b."workspaceId", b."integrationId")
    order by 1, 2 limit 1) n
), head as materialized (
  select b."workspaceId", b."integrationId", first.id
  from busy b cross join lateral (
    select c.id from "ProviderCall" c
    where c."workspaceId" = b."workspaceId" and c."integrationId" = b."integrationId" and c."doneAt" is null
      and c."nextAttemptAt" <= ${DUE}
    order by c.id limit 1) first
  where b."integrationId" <> all($1::uuid[])
    -- As a value: joined, all that waits would be read.
    and (select true from "ProviderCall" h
      where h."workspaceId" = b."workspaceId" and h."integrationId" = b."integrationId" and h."doneAt" is null
        and h."leaseToken" is not null and h."leaseUntil" > now()
      limit 1) is null
), taken as materialized (
  select head."workspaceId", head."integrationId"
  from (select * from head order by id) head cross join lateral (
    select from "ProviderCall" c
    where c."workspaceId" = head."workspaceId" and c.id = head.id and c."doneAt" is null
      and (c."leaseUntil" is null or c."leaseUntil" <= now())
    for update skip locked) locked
  limit $2
), chosen as materialized (
  select t."workspaceId", q.id from taken t cross join lateral (
    select d.id, sum(d.bytes) over (order by d.id) - d.bytes as before
    from (
      select p.id, octet_length(p.body) as bytes from "ProviderCall" p
      where p."workspaceId" = t."workspaceId" and p."integrationId" = t."integrationId" and p."doneAt" is null
        and p."nextAttemptAt" <= ${DUE}
      order by p.id limit $5) d) q
  where q.before < $6
), claimed as (
  update "ProviderCall" c set "leaseToken" = $3::uuid, "leaseUntil" = now() + make_interval(secs => $4), "attemptNo" = c."attemptNo" + 1
  from chosen where c."workspaceId" = chosen."workspaceId" and c.id = chosen.id and c."doneAt" is null
    -- Held since this statement's snapshot by another who found another head: one that was waiting has come due between the two.
    and (c."leaseUntil" is null or c."leaseUntil" <= now())
  returning c.*
)
select "workspaceId", "integrationId", id, body, "receivedAt", "attemptNo", trail,
  extract(epoch from now() - "receivedAt")::float8 as "ageSeconds"
from claimed order by id`;
