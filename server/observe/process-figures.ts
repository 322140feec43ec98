import { collectDefaultMetrics, Gauge } from "prom-client";
import { pool } from "../db.ts";
import { metrics } from "./metrics.ts";
import { log } from "../log.ts";

/** Work of one kind that is due and not claimed, and how long the oldest of it has been due, in seconds. */
type Waiting = { queue: string; count: number; oldestSeconds: number };

/** The most rows of a queue that are counted. Beyond this, the exact length does not matter. */
const MOST_LOOKED_AT = 100_000;
/** How long a result is cached, in milliseconds. */
const GOOD_FOR_MS = 5_000;

let latest: { at: number; answer: Promise<Waiting[] | null> } | null = null;

/** @param due SQL for when a row became due. `from` selects the waiting rows. */
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

let begun = false;

/** Adds figures of the process to its metrics: memory, event loop, connections, and the queues in the database. */
export function watchProcess(): void {
  if (begun) return;
  begun = true;
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  watchConnections();
  watchQueues();
}

function watchConnections(): void {
  const registers = [metrics.registry];
  new Gauge({
    name: "omnichannel_database_connections",
    help: "Connections of this process's pool: in use and idle",
    labelNames: ["state"] as const,
    registers,
    collect() {
      const { totalCount, idleCount } = pool();
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
    },
  });
  new Gauge({
    name: "omnichannel_database_waiting",
    help: "What waits in this process for a connection of its pool",
    registers,
    collect() {
      this.set(pool().waitingCount);
    },
  });
}

/**
 * Queue depths come from the database, so every process reports the same. They matter most when no worker is left to report
 * them.
 */
function watchQueues(): void {
  const registers = [metrics.registry];
  new Gauge({
    name: "omnichannel_database_up",
    help: "Whether the database answered when this was asked",
    registers,
    async collect() {
      this.set((await waitingWork()) ? 1 : 0);
    },
  });
  new Gauge({
    name: "omnichannel_queue_waiting",
    help: "Work that is due and that nobody has in hand, of the whole installation (100,000 at most are counted)",
    labelNames: ["queue"] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, count } of (await waitingWork()) ?? []) this.set({ queue }, count);
    },
  });
  new Gauge({
    name: "omnichannel_queue_oldest_seconds",
    help: "For how long the oldest work of a queue has been due, of the whole installation",
    labelNames: ["queue"] as const,
    registers,
    async collect() {
      this.reset();
      for (const { queue, oldestSeconds } of (await waitingWork()) ?? []) this.set({ queue }, oldestSeconds);
    },
  });
}

/** All queues, at most five seconds old; null while the database does not respond. */
function waitingWork(): Promise<Waiting[] | null> {
  const now = performance.now();
  if (latest && now - latest.at < GOOD_FOR_MS) return latest.answer;
  const answer = look().catch((error: unknown) => {
    log.warn({ error }, "the queues could not be measured");
    return null;
  });
  latest = { at: now, answer };
  return answer;
}

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
