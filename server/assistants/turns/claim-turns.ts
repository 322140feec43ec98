import { pool } from "../../db.ts";
import { leaseSeconds } from "../../work/lease.ts";
import { newId } from "../../new-id.ts";

/** A conversation that its assistant must answer, claimed by this worker until its lease ends. */
export type ClaimedTurn = {
  workspaceId: number;
  convId: string;
  /** Fences the answer: a worker whose lease has expired cannot commit over the worker that took over. */
  leaseToken: string;
  /** How often this burst was claimed. More than 1 if a worker died while it had it. */
  attemptNo: number;
  /** Time since the first claim, by the database's clock, in milliseconds. */
  ageMs: number;
};

/** Concurrent turns of one workspace per worker, so that a provider that hangs blocks no more than these. */
const PER_WORKSPACE = 8;

/** A burst is answered after this long without a new message … */
const QUIET_MS = 2_000;
/** … or after this long, if the contact keeps writing. */
const LONGEST_BURST_MS = 10_000;

/** Minimum time between two claims, in milliseconds. Turns that become due meanwhile are claimed together. */
const CLAIM_GAP_MS = 10;

/**
 * Claims conversations that an assistant must answer, at most `limit`, with a fair share for every workspace. There is no queue: the
 * conversation's own row says that a contact waits for an assistant, so no turn can be lost. Only one of several workers gets it.
 * @param underWay number of turns of each workspace that this worker has.
 * @param timeScale factor for the waiting times of a burst.
 * @returns the turns, and the milliseconds until more are due. null: only after a new message.
 */
export async function claimTurns(underWay: ReadonlyMap<string, number>, limit: number, timeScale = 1) {
  const { rows } = await pool().query<Row>({
    name: "claim-turns",
    text: CLAIM,
    values: [
      JSON.stringify(Object.fromEntries(underWay)),
      limit,
      newId(),
      leaseSeconds("turn"),
      PER_WORKSPACE,
      (QUIET_MS * timeScale) / 1_000,
      (LONGEST_BURST_MS * timeScale) / 1_000,
    ],
  });
  const againInMs = rows[0]?.againInMs ?? null;
  return {
    items: rows.flatMap(({ againInMs: _, ...turn }) => (turn.convId === null ? [] : [turn])),
    againInMs: againInMs === null ? null : Math.max(CLAIM_GAP_MS, againInMs),
  };
}

type Row = { againInMs: number | null } & (ClaimedTurn | { convId: null });

/**
 * Selects the longest-waiting conversations of each workspace, which are mostly due first. A conversation without messages after
 * "aiAnsweredSeq" is done, even if it still needs a response (its message was taken back, or a person must answer it). Messages that
 * someone else has answered are not part of a burst.
 *
 * Parameters: $1 {workspaceId: turns held by this worker}, $2 most turns, $3 lease token, $4 lease in seconds, $5 most of one
 * workspace, $6 quiet and $7 longest burst in seconds.
 */
const CLAIM = `
with recursive moment as materialized (
  select clock_timestamp() as now
), busy ("workspaceId") as (
  (select "workspaceId" from "Conversation" where "aiId" is not null and "needsResponse" and not ended order by 1 limit 1)
  union all
  select n."workspaceId" from busy b cross join lateral (
    select c."workspaceId" from "Conversation" c
    where c."aiId" is not null and c."needsResponse" and not c.ended and c."workspaceId" > b."workspaceId" order by 1 limit 1) n
), waiting as materialized (
  select d.* from busy b
  join "Workspace" w on w.id = b."workspaceId" and w."deletedAt" is null
  cross join moment
  cross join lateral (
    select c."workspaceId", c.id as "convId", c."aiId", c."ownerVersion",
      least(burst."lastAt" + make_interval(secs => $6::float8), burst."firstAt" + make_interval(secs => $7::float8)) as "dueAt"
    from "Conversation" c
    join "Assistant" a on a."workspaceId" = c."workspaceId" and a.id = c."aiId" and a."deletedAt" is null
    left join "AssistantTurn" t on t."workspaceId" = c."workspaceId" and t."convId" = c.id
    cross join lateral (
      select min(m."createdAt") as "firstAt", max(m."createdAt") as "lastAt" from "Message" m
      where m."workspaceId" = c."workspaceId" and m."convId" = c.id and m.seq > c."aiAnsweredSeq" and not m."isAgent"
        and not exists (select from "Message" o where o."workspaceId" = m."workspaceId" and o."convId" = m."convId" and o.seq > m.seq
          and o."isAgent" and o.type <> 'note' and o."aiId" is null)) burst
    where c."workspaceId" = b."workspaceId" and c."aiId" is not null and c."needsResponse" and not c.ended
      and (t."convId" is null or (coalesce(t."leaseUntil" < moment.now, true) and t."nextAttemptAt" <= moment.now))
      and burst."firstAt" is not null
    order by c."lastClientMessageAt"
    limit greatest(0, $5::int - coalesce(($1::jsonb ->> b."workspaceId"::text)::int, 0))) d
), claimed as (
  insert into "AssistantTurn" as t ("workspaceId", "convId", "aiId", "ownerVersion", "attemptNo", "leaseToken", "leaseUntil")
  select w."workspaceId", w."convId", w."aiId", w."ownerVersion", 1, $3::uuid, now() + make_interval(secs => $4::float8)
  from waiting w cross join moment where w."dueAt" <= moment.now
  order by w."dueAt" limit $2
  on conflict ("workspaceId", "convId") do update set
    "leaseToken" = excluded."leaseToken", "leaseUntil" = excluded."leaseUntil",
    -- What is left of an earlier owner's turn says nothing of this one.
    "attemptNo" = case when t."ownerVersion" = excluded."ownerVersion" then t."attemptNo" + 1 else 1 end,
    "startedAt" = case when t."ownerVersion" = excluded."ownerVersion" then t."startedAt" else now() end,
    "aiId" = excluded."aiId", "ownerVersion" = excluded."ownerVersion"
  -- Another worker may have been faster.
  where coalesce(t."leaseUntil" < clock_timestamp(), true) and t."nextAttemptAt" <= clock_timestamp()
  returning t."workspaceId", t."convId", t."leaseToken", t."attemptNo", t."startedAt"
)
select c."workspaceId", c."convId", c."leaseToken", c."attemptNo",
  extract(epoch from moment.now - c."startedAt")::float8 * 1000 as "ageMs",
  (select extract(epoch from min(w."dueAt") - moment.now)::float8 * 1000 from waiting w where w."dueAt" > moment.now) as "againInMs"
from moment left join claimed c on true`;

type Held = Pick<ClaimedTurn, "workspaceId" | "convId" | "leaseToken">;

/** Ends a turn that has nothing to answer any more. Nothing of it is stored. */
export async function dropTurn({ workspaceId, convId, leaseToken }: Held): Promise<void> {
  await pool().query({
    name: "drop-turn",
    text: `delete from "AssistantTurn" where "workspaceId" = $1 and "convId" = $2::uuid and "leaseToken" = $3::uuid`,
    values: [workspaceId, convId, leaseToken],
  });
}
