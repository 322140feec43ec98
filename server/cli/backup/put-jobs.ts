import pg from "pg";
import { PgBoss } from "pg-boss";
import { prepareQueues, QUEUES, type JobName } from "../../work/queue.ts";
import type { WaitingJobs } from "./archive.ts";

/** Jobs per statement. */
const INSERT_ROWS = 1_000;

/** The job queue of a restored database. `put` needs a connection with an open transaction. */
export type JobQueue = { put: (jobs: WaitingJobs, db: pg.Client) => Promise<void>; close: () => Promise<void> };

/** Creates the job queue and keeps it open until `close`. */
export async function prepareJobs(databaseUrl: string): Promise<JobQueue> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const on = (connection: pg.Pool | pg.Client) => ({
    executeSql: async (text: string, values?: unknown[]) => connection.query(text, values),
  });
  const boss = new PgBoss({ db: on(pool), supervise: false, schedule: false });
  // The failing statement reports the error.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    await prepareQueues(boss);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const put: JobQueue["put"] = async (jobs, db) => {
    for (const name of Object.keys(QUEUES) as JobName[]) {
      const own = jobs.filter((job) => job.name === name);
      for (let from = 0; from < own.length; from += INSERT_ROWS) {
        const batch = own.slice(from, from + INSERT_ROWS);
        const inserts = batch.map(({ data, startAfter }) => ({ data, startAfter }));
        await boss.insert(name, inserts, { db: on(db) });
      }
    }
  };
  return { put, close: () => pool.end() };
}
