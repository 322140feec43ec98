import { pool } from "../db.ts";
import { newId } from "../new-id.ts";
import { leaseSeconds } from "../work/lease.ts";

/** A due scheduled message. This worker holds it until its lease ends. */
export type ClaimedScheduled = {
  workspaceId: number;
  id: string;
  userId: string;
  agentId: string;
  leaseToken: string;
  /** How often it was claimed. More than once if a worker died or the database was unavailable. */
  attemptNo: number;
};

/**
 * Claims at most `limit` due messages, from every workspace in turn. It takes only the first waiting message of each conversation, so
 * that they are sent in the order of their times. Messages of deleted workspaces wait.
 * @param underWay how many messages of each workspace this worker is already sending.
 * @returns `againInMs`: when the next one is due; null: none waits.
 */
export async function claimScheduled(
  underWay: ReadonlyMap<string, number>,
  limit: number,
): Promise<{ items: ClaimedScheduled[]; againInMs: number | null }> {
  const { rows } = await pool().query<Row>({
    name: "claim-scheduled",
    text: CLAIM,
    values: [limit, newId(), leaseSeconds("scheduledMessage"), JSON.stringify(Object.fromEntries(underWay))],
  });
  const againInMs = rows[0]?.againInMs ?? null;
  return {
    items: rows.flatMap(({ againInMs: _, ...item }) => (item.id === null ? [] : [item])),
    againInMs: againInMs === null ? null : Math.max(1, Math.ceil(againInMs)),
  };
}

type Row = { againInMs: number | null } & (ClaimedScheduled | { id: null });

/**
 * Messages that a workspace already has in progress count as claimed. So a workspace with thousands due does not block the others.
 *
 * Parameters: $1 most, $2 lease token, $3 lease in seconds, $4 {workspaceId: messages held by this worker}.
 */
const CLAIM = `
with recursive moment as materialized (
  select clock_timestamp() as now
), busy ("workspaceId") as (
  -- Where nothing is due, no workspace is walked through.
  (select s."workspaceId" from "ScheduledMessage" s
    where s.state = 'waiting' and exists (
      select from moment cross join "ScheduledMessage" d join "Workspace" w on w.id = d."workspaceId" and w."deletedAt" is null
      where d.state = 'waiting' and d."sendAt" <= moment.now and (d."leaseUntil" is null or d."leaseUntil" < moment.now))
    order by 1 limit 1)
  union all
  select n."workspaceId" from busy b cross join lateral (
    select s."workspaceId" from "ScheduledMessage" s where s.state = 'waiting' and s."workspaceId" > b."workspaceId" order by 1 limit 1) n
), due as (
  select d.*, d.number + coalesce(($4::jsonb ->> d."workspaceId"::text)::int, 0) as place from busy b
  join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
  cross join lateral (
    select s."workspaceId", s.id, s."sendAt", row_number() over (order by s."sendAt", s."createdAt") as number
    from moment cross join "ScheduledMessage" s
    where s."workspaceId" = b."workspaceId" and s.state = 'waiting' and s."sendAt" <= moment.now
      and (s."leaseUntil" is null or s."leaseUntil" < moment.now)
      and not exists (select from "ScheduledMessage" e
        where e."workspaceId" = s."workspaceId" and e."convId" = s."convId" and e.state = 'waiting'
          and (e."sendAt", e."createdAt", e.id) < (s."sendAt", s."createdAt", s.id))
    order by s."sendAt", s."createdAt" limit $1) d
  order by place, d."sendAt" limit $1
), free as (
  -- Another worker may have been faster.
  select s."workspaceId", s.id from due cross join moment
  join "ScheduledMessage" s on s."workspaceId" = due."workspaceId" and s.id = due.id
  where s.state = 'waiting' and (s."leaseUntil" is null or s."leaseUntil" < moment.now)
  for update of s skip locked
), claimed as (
  update "ScheduledMessage" s set "leaseToken" = $2::uuid, "leaseUntil" = moment.now + make_interval(secs => $3::float8),
    "attemptNo" = s."attemptNo" + 1
  from free cross join moment where s."workspaceId" = free."workspaceId" and s.id = free.id
  returning s."workspaceId", s.id, s."userId", s."agentId", s."leaseToken", s."attemptNo", s."sendAt", s."createdAt"
)
select c."workspaceId", c.id, c."userId", c."agentId", c."leaseToken", c."attemptNo",
  (select extract(epoch from n."sendAt" - moment.now)::float8 * 1000 from "ScheduledMessage" n
    where n.state = 'waiting' and n."sendAt" > moment.now order by n."sendAt" limit 1) as "againInMs"
from moment left join claimed c on true
order by c."sendAt", c."createdAt"`;
