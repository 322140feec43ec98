import { pool } from "../../db.ts";
import type { Played } from "./play.ts";

/** In milliseconds: how long after the previous message the service's own line ("Assigned to …") follows. */
const SYSTEM_LINE_AFTER_MS = 2_000;

/**
 * Moves everything that was played to its planned time. Verbs deliberately know only the current time, so this is the only place
 * that bypasses them, with plain SQL, before anyone has seen the data. Payloads in the event log keep the time of the seeding.
 * They are never delivered, because the demo's webhook is created later.
 */
export async function backdate(workspaceId: number, played: Played[]): Promise<void> {
  const convOf = new Map(played.map((conv) => [conv.convId, conv]));
  const { rows } = await pool().query<{ id: string; convId: string }>(
    `select id, "convId" from "Message" where "workspaceId" = $1 and "convId" = any($2::uuid[]) order by "convId", seq`,
    [workspaceId, [...convOf.keys()]],
  );
  const times = timesOf(rows, convOf);
  await pool().query(
    `update "Message" m set "createdAt" = t.at,
       "statusAt" = case when m."statusAt" is null then null else t.at + make_interval(secs => 2 + (m.seq * 37) % 90) end
     from unnest($2::uuid[], $3::timestamptz[]) as t(id, at)
     where m."workspaceId" = $1 and m.id = t.id`,
    [workspaceId, times.map(({ id }) => id), times.map(({ at }) => at)],
  );
  await pool().query(SPREAD_ATTEMPTS, [workspaceId]);
  await pool().query(SPREAD_CONVERSATIONS, [workspaceId]);
  await pool().query(SPREAD_RATINGS, [
    workspaceId,
    played.map(({ convId }) => convId),
    played.map(({ ratedAt }) => ratedAt),
  ]);
  await pool().query(SPREAD_ASSIGNMENTS, [workspaceId]);
  await pool().query(SPREAD_CLIENTS, [workspaceId]);
  await pool().query(SPREAD_EVENTS, [workspaceId]);
}

/** The planned time of each message. The service's own lines follow the previous message. */
function timesOf(rows: { id: string; convId: string }[], convOf: Map<string, Played>): { id: string; at: Date }[] {
  let convId = "";
  let before = 0;
  return rows.map((row) => {
    const conv = convOf.get(row.convId);
    const first = conv?.times.values().next().value?.getTime() ?? Date.now();
    if (row.convId !== convId) before = first - SYSTEM_LINE_AFTER_MS;
    convId = row.convId;
    const at = Math.max(conv?.times.get(row.id)?.getTime() ?? 0, before + SYSTEM_LINE_AFTER_MS);
    before = at;
    return { id: row.id, at: new Date(at) };
  });
}

const SPREAD_ATTEMPTS = `
  update "SendAttempt" a set "startedAt" = m."createdAt", "endedAt" = m."createdAt" + interval '180 milliseconds'
  from "Message" m where a."workspaceId" = $1 and m."workspaceId" = $1 and m.id = a."messageId"`;

const SPREAD_CONVERSATIONS = `
  update "Conversation" c set
    "createdAt" = said."firstAt", "lastMessageAt" = said."lastAt", "lastClientMessageAt" = said."clientAt",
    "waitingSince" = case when c."needsResponse" then (
      select min(m."createdAt") from "Message" m
      where m."workspaceId" = $1 and m."convId" = c.id and not m."isAgent" and m.seq > coalesce((
        select max(a.seq) from "Message" a
        where a."workspaceId" = $1 and a."convId" = c.id and a."isAgent" and a.type <> 'note'), 0)) end,
    "endedAt" = case when c.ended then said."endAt" end
  from (
    select m."convId", min(m."createdAt") as "firstAt",
      max(m."createdAt") filter (where m."noteType" = 'system') as "endAt",
      max(m."createdAt") filter (where m."noteType" is distinct from 'system') as "lastAt",
      max(m."createdAt") filter (where not m."isAgent") as "clientAt"
    from "Message" m where m."workspaceId" = $1 group by m."convId"
  ) said
  where c."workspaceId" = $1 and c.id = said."convId"`;

/** The rating was requested when the conversation ended. The time to rate is over. */
const SPREAD_RATINGS = `
  update "Conversation" c set "ratingAskedAt" = c."endedAt", "ratedAt" = t."ratedAt", "ratingUntil" = null
  from unnest($2::uuid[], $3::timestamptz[]) as t("convId", "ratedAt")
  where c."workspaceId" = $1 and c.id = t."convId" and c."ratingAskedAt" is not null`;

const SPREAD_ASSIGNMENTS = `
  update "ConvAssignment" a set "createdAt" = c."createdAt"
  from "Conversation" c where a."workspaceId" = $1 and c."workspaceId" = $1 and c.id = a."convId"`;

const SPREAD_CLIENTS = `
  update "Client" cl set "createdAt" = said."firstAt"
  from (select "clientId", min("createdAt") as "firstAt" from "Conversation" where "workspaceId" = $1 group by "clientId") said
  where cl."workspaceId" = $1 and cl.id = said."clientId"`;

const SPREAD_EVENTS = `
  update "Event" e set "createdAt" = m."createdAt"
  from "Message" m where e."workspaceId" = $1 and m."workspaceId" = $1 and m.id = e."messageId"`;
