import { pool } from "../../db.ts";
import { leaseSeconds } from "../../work/lease.ts";
import { newId } from "../../new-id.ts";

/** A conversation whose assistant is to answer, held by this worker until its lease ends. */
export type ClaimedTurn = {
  workspaceId: number;
  convId: string;
  /** Fences the answer: a worker whose lease has lapsed commits nothing over the one that took over. */
  leaseToken: string;
  /** How often this burst was taken up: more than once after a worker died with it. */
  attemptNo: number;
  /** Since it was first taken up, by the database's clock, in milliseconds. */
  ageMs: number;
};

/** Turns of one workspace under way at once in one worker: a provider that hangs holds no more than these. */
const PER_WORKSPACE = 8;

/** The messages of a burst wait so long for each other (decisions section 10) … */
const QUIET_MS = 2_000;
/** … and a client who never stops writing is answered after so long all the same. */
const LONGEST_BURST_MS = 10_000;

/** Between two claims at least, in milliseconds: what falls due meanwhile is taken together. */
const CLAIM_GAP_MS = 10;

/**
 * Takes conversations in which an assistant has something to answer, at most `limit`, from every workspace its share. Nothing
 * announces them: that a client waits for an assistant is what the conversation's own row says, so no turn can be lost, and of
 * several workers one has it.
 * @param underWay how many turns of each workspace this worker has in hand.
 * @param timeScale what the waiting times of a burst are multiplied by.
 * @returns the turns, and in how many milliseconds more will be due; null: when something is written.
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
 * Of each workspace those that have waited longest: mostly they are due first. A conversation with nothing behind "aiAnsweredSeq" has
 * been dealt with, though the client's message still stands unanswered (it was taken back, or a person is to answer it). What others
 * have answered is no part of a burst.
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

/**
 * Gives a turn back, for any worker to take it up after the pause.
 * @param why what kept it from its end, for whoever looks into the table.
 */
export async function handBackTurn(
  { workspaceId, convId, leaseToken }: Held,
  pauseMs: number,
  why: string | null = null,
): Promise<void> {
  // The column keeps milliseconds and rounds: without the cut a turn handed back at once would be due in a moment to come.
  await pool().query({
    name: "hand-back-turn",
    text: `update "AssistantTurn" set "leaseToken" = null, "leaseUntil" = null, "lastError" = $5,
        "nextAttemptAt" = date_trunc('milliseconds', now()) + make_interval(secs => $4::float8 / 1000)
      where "workspaceId" = $1 and "convId" = $2::uuid and "leaseToken" = $3::uuid`,
    values: [workspaceId, convId, leaseToken, pauseMs, why],
  });
}

/** Ends a turn in which there is nothing to answer any more; nothing of it is kept. */
export async function dropTurn({ workspaceId, convId, leaseToken }: Held): Promise<void> {
  await pool().query({
    name: "drop-turn",
    text: `delete from "AssistantTurn" where "workspaceId" = $1 and "convId" = $2::uuid and "leaseToken" = $3::uuid`,
    values: [workspaceId, convId, leaseToken],
  });
}
