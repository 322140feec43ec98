import { pool } from "../db.ts";
import { log } from "../log.ts";

/** Work of one kind that is due and that nobody has in hand; how long the oldest of it has been due, in seconds. */
export type Waiting = { queue: string; count: number; oldestSeconds: number };

/** Rows of a queue that are looked at: a longer one is as long for whoever looks. */
const MOST_LOOKED_AT = 100_000;
/** An answer is good for so long, in milliseconds, however many ask. */
const GOOD_FOR_MS = 5_000;

let latest: { at: number; answer: Promise<Waiting[] | null> } | null = null;

/** All queues, as of at most five seconds ago; null while the database does not answer. */
export function waitingWork(): Promise<Waiting[] | null> {
  const now = performance.now();
  if (latest && now - latest.at < GOOD_FOR_MS) return latest.answer;
  const answer = look().catch((error: unknown) => {
    log.warn({ error }, "the queues could not be measured");
    return null;
  });
  latest = { at: now, answer };
  return answer;
}

/** @param due when a row of it became due; `where`: which rows wait. */
const queue = (name: string, due: string, from: string) => `
  select '${name}' as queue, count(*)::int as count, extract(epoch from now() - min(due)) as seconds
  from (select ${due} as due from ${from} limit ${MOST_LOOKED_AT}) waiting`;

const FREE = `("leaseUntil" is null or "leaseUntil" < now())`;

const QUEUES = [
  queue("sends", `"nextAttemptAt"`, `"SendQueue" where "nextAttemptAt" <= now() and ${FREE}`),
  queue(
    "webhook deliveries",
    `d."nextAttemptAt"`,
    `"WebhookDelivery" d join "Webhook" w on w."workspaceId" = d."workspaceId" and w.id = d."webhookId"
      and w.active and w."deletedAt" is null
    where d.state = 'pending' and d."nextAttemptAt" <= now() and (d."leaseUntil" is null or d."leaseUntil" < now())`,
  ),
  queue(
    "provider calls",
    `"nextAttemptAt"`,
    `"ProviderCall" where "doneAt" is null and "nextAttemptAt" <= now() and ${FREE}`,
  ),
  queue(
    "media copies",
    `"nextAttemptAt"`,
    `"MediaCopy" where "lostAt" is null and "nextAttemptAt" <= now() and ${FREE}`,
  ),
  queue("assistant turns", `"nextAttemptAt"`, `"AssistantTurn" where "nextAttemptAt" <= now() and ${FREE}`),
  queue(
    "events",
    `"createdAt"`,
    `"Event" where not "isTest" and (txid, seq) > coalesce(
      (select (txid, seq) from "EventCursor" where reader = 'webhooks'), row('0'::xid8, 0::bigint))`,
  ),
].join(" union all ");

const JOBS = `
  select name as queue, count(*)::int as count, extract(epoch from now() - min(start_after)) as seconds
  from pgboss.job where state in ('created', 'retry') and start_after <= now() and name not like '\\_\\_%' group by name`;

type Row = { queue: string; count: number; seconds: string | null };

async function look(): Promise<Waiting[]> {
  const { rows } = await pool().query<Row>(QUEUES);
  const { rows: made } = await pool().query<{ isMade: boolean }>(
    "select to_regclass('pgboss.job') is not null as \"isMade\"",
  );
  const jobs = made[0]?.isMade
    ? (await pool().query<Row>(JOBS)).rows.map((row) => ({ ...row, queue: `job ${row.queue}` }))
    : [];
  return [...rows, ...jobs].map(({ queue: name, count, seconds }) => ({
    queue: name,
    count,
    oldestSeconds: Math.max(0, Number(seconds ?? 0)),
  }));
}
