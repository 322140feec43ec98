import { pool } from "../db.ts";
import { DUE } from "../due.ts";
import { leaseSeconds } from "../work/lease.ts";
import { newId } from "../new-id.ts";

/** A file at a provider. This worker holds it until its lease ends. */
export type ClaimedCopy = {
  workspaceId: number;
  uploadId: string;
  integrationId: string;
  messageId: string | null;
  clientId: string | null;
  /** InboundMedia. */
  source: unknown;
  /** Number of the attempt that begins now: 1 for the first. */
  attemptNo: number;
  createdAt: Date;
  leaseToken: string;
};

/** Limit of files per channel that one worker copies at once, so that a hanging provider blocks no more than these. */
const PER_CHANNEL = 4;

/**
 * Claims at most `limit` due files, with a share for every channel.
 * @param underWay how many files of each channel this worker is copying.
 */
export async function claimMediaCopies(underWay: ReadonlyMap<string, number>, limit: number): Promise<ClaimedCopy[]> {
  const { rows } = await pool().query<ClaimedCopy>({
    name: "claim-media-copies",
    text: CLAIM,
    values: [JSON.stringify(Object.fromEntries(underWay)), limit, newId(), leaseSeconds("mediaCopy"), PER_CHANNEL],
  });
  return rows;
}

const CLAIM = `
with recursive busy ("integrationId") as (
  (select "integrationId" from "MediaCopy" where "lostAt" is null order by 1 limit 1)
  union all
  select n."integrationId" from busy b cross join lateral (
    select c."integrationId" from "MediaCopy" c where c."lostAt" is null and c."integrationId" > b."integrationId" order by 1 limit 1) n
), due as (
  select d."workspaceId", d."uploadId" from busy b cross join lateral (
    select c."workspaceId", c."uploadId", c."nextAttemptAt" from "MediaCopy" c
    where c."lostAt" is null and c."integrationId" = b."integrationId" and c."nextAttemptAt" <= ${DUE}
      and (c."leaseUntil" is null or c."leaseUntil" < now())
    order by c."nextAttemptAt"
    limit greatest(0, $5::int - coalesce(($1::jsonb ->> b."integrationId"::text)::int, 0))
    for update of c skip locked) d
  order by d."nextAttemptAt" limit $2
)
update "MediaCopy" c set "leaseToken" = $3::uuid, "leaseUntil" = now() + make_interval(secs => $4), "attemptNo" = c."attemptNo" + 1
from due where c."workspaceId" = due."workspaceId" and c."uploadId" = due."uploadId"
returning c."workspaceId", c."uploadId", c."integrationId", c."messageId", c."clientId", c.source, c."attemptNo", c."createdAt", c."leaseToken"`;
