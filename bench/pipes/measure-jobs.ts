import { randomUUID } from "node:crypto";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { median } from "../figures.ts";
import { rowOfRounds, type GoalRow, type Round } from "../goals.ts";
import type { PipesStage } from "./stage.ts";

/** A real job that finds nothing to do: only the way to its handler is measured. */
const JOB = "forget-answers";
const JOBS = 100;
const GAP_MS = 20;
const BULK = 1_000;
const BULK_WITHIN_MS = 15_000;
const BARE = "bench";

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

/**
 * Goal 27, and the time for a backlog. The floor is the same library with the settings of performance.md and a handler that does
 * nothing.
 */
export async function measureJobs(stage: PipesStage, rounds: number): Promise<GoalRow[]> {
  const { databaseUrl: connectionString } = stage;
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, max: 4 });
  boss.on("error", () => undefined);
  const bare = new PgBoss({ connectionString, schema: "bench_boss", useListenNotify: true, max: 4 });
  bare.on("error", () => undefined);
  const hand = await openByHand(connectionString);
  try {
    await boss.start();
    await bare.start();
    await bare.createQueue(BARE, { notify: true });
    await bare.work(BARE, { batchSize: 100, burstWhenBatchFull: true }, () => Promise.resolve());
    const picked: Round[] = [];
    const drained: Round[] = [];
    // The first jobs wait until the worker's queues are ready.
    await pickUps(stage, boss, 10);
    for (let round = 0; round < rounds; round += 1) {
      picked.push({ floor: median(await hand.pickUps()), ours: median(await pickUps(stage, boss, JOBS)) });
      drained.push({
        floor: await drain(stage, bare, "bench_boss", BARE),
        ours: await drain(stage, boss, "pgboss", JOB),
      });
    }
    return [
      rowOfRounds(
        {
          goal: 27,
          what: "job pick-up p50 / hand-written LISTEN and NOTIFY",
          unit: "ms",
          wants: "less",
          bound: { must: 4, moonshot: 2 },
        },
        picked,
      ),
      rowOfRounds(
        {
          goal: null,
          what: `jobs of one queue in bulk (${BULK}) / bare library, batches of 100`,
          unit: "/s",
          wants: "more",
          bound: null,
        },
        drained,
      ),
    ];
  } finally {
    await hand.stop();
    await boss.stop({ graceful: false });
    await bare.stop({ graceful: false });
  }
}

const payload = ({ workspaceId }: PipesStage) => ({ workspaceId, messageId: randomUUID() });

/** From the job's row to its worker's claim, by the database's clock, in milliseconds. */
async function pickUps(stage: PipesStage, boss: PgBoss, count: number): Promise<number[]> {
  const ids: (string | null)[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    ids.push(await boss.send(JOB, payload(stage)));
    await pause(GAP_MS);
  }
  const until = performance.now() + BULK_WITHIN_MS;
  for (;;) {
    const { rows } = await stage.client.query<{ ms: number }>(
      `select extract(epoch from started_on - created_on)::float8 * 1000 as ms from pgboss.job
       where id = any($1::uuid[]) and state = 'completed'`,
      [ids],
    );
    if (rows.length === count) return rows.map(({ ms }) => ms);
    if (performance.now() > until) throw new Error(`${rows.length} of ${count} jobs were done`);
    await pause(50);
  }
}

/** Jobs per second from their insertion to the last one's end. If some did not finish in time, only finished jobs count. */
async function drain({ client, workspaceId }: PipesStage, boss: PgBoss, schema: string, name: string): Promise<number> {
  const run = randomUUID();
  const jobs = Array.from({ length: BULK }, () => ({ id: randomUUID(), data: { workspaceId, messageId: run } }));
  const began = performance.now();
  await boss.insert(name, jobs);
  const until = began + BULK_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ done: number; seconds: number }>(
      `select count(*)::int as done, extract(epoch from max(completed_on) - min(created_on))::float8 as seconds from ${schema}.job
       where id = any($1::uuid[]) and state = 'completed'`,
      [jobs.map(({ id }) => id)],
    );
    const { done = 0, seconds = Number.NaN } = rows[0] ?? {};
    if (done === BULK || performance.now() > until) {
      // Unfinished jobs must not run in the next round.
      await client.query(`delete from ${schema}.job where id = any($1::uuid[])`, [jobs.map(({ id }) => id)]);
      return done / seconds;
    }
    await pause(50);
  }
}

/** The minimum to wake a worker: a row and a notification in one statement, and a claim on the listening connection. */
async function openByHand(connectionString: string) {
  const [sender, worker] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([sender.connect(), worker.connect()]);
  await sender.query(
    `create schema if not exists bench_floor; drop table if exists bench_floor.job; create table bench_floor.job (id bigserial primary key,
       data jsonb not null, "createdAt" timestamptz not null default clock_timestamp(), "startedAt" timestamptz)`,
  );
  const waits: number[] = [];
  worker.on("notification", ({ payload: id }) => {
    void worker
      .query<{ ms: number }>(
        `update bench_floor.job set "startedAt" = clock_timestamp() where id = $1 and "startedAt" is null
         returning extract(epoch from "startedAt" - "createdAt")::float8 * 1000 as ms`,
        [id],
      )
      .then(({ rows }) => waits.push(...rows.map(({ ms }) => ms)));
  });
  await worker.query("listen bench_job");
  return {
    pickUps: async () => {
      waits.length = 0;
      for (let sent = 0; sent < JOBS; sent += 1) {
        await sender.query(
          `with job as (insert into bench_floor.job (data) values ($1) returning id) select pg_notify('bench_job', id::text) from job`,
          [JSON.stringify({ messageId: randomUUID() })],
        );
        await pause(GAP_MS);
      }
      await pause(100);
      if (waits.length !== JOBS) throw new Error(`${waits.length} of ${JOBS} jobs by hand were done`);
      return [...waits];
    },
    stop: () => Promise.all([sender.end(), worker.end()]),
  };
}
