import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * How long a migration waits for a lock, in milliseconds. Later statements queue behind it, so this is the longest time that a
 * long report's lock can block writers.
 */
const LOCK_TIMEOUT_MS = 2_000;
/** The pause between two tries. The statements that queued behind the last try finish in this time. */
const PAUSE_MS = 1_000;
/** Ten minutes of tries. A lock that is held longer needs a person to investigate. */
const TRIES = 200;

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/**
 * A script that begins with this line runs statement by statement, each in its own transaction. CREATE INDEX CONCURRENTLY
 * requires that.
 */
export const OUTSIDE = "-- outside a transaction";

/**
 * Runs a migration's script in one transaction, so that it is applied completely or not at all. A script that begins with
 * `OUTSIDE` runs statement by statement, and must be correct however often it is started (migration-rules.ts).
 *
 * If it gets no lock within two seconds, it gives up its place in the queue, lets other statements run, and tries again.
 * @throws pg.DatabaseError if the script is refused, or gets no lock for ten minutes
 */
export async function runScript(pool: pg.Pool, script: string): Promise<void> {
  if (script.trim() === "") return;
  const parts = isOutside(script) ? statementsOf(script) : [script];
  const client = await pool.connect();
  try {
    for (const part of parts) await untilUnlocked(() => runPart(client, part, parts.length > 1 || isOutside(script)));
  } finally {
    client.release();
  }
}

export function isOutside(script: string): boolean {
  return script.trimStart().startsWith(OUTSIDE);
}

/** The statements of a script without function bodies. Each ends its line. */
export function statementsOf(script: string): string[] {
  return script
    .replace(/--.*$/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

async function runPart(client: pg.PoolClient, part: string, isAlone: boolean): Promise<void> {
  // Sent as one text, the setting and the script are one transaction, and the setting ends with it.
  if (!isAlone) return void (await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS};\n${part}`));
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query(part);
  } finally {
    await client.query("reset lock_timeout").catch(() => undefined);
  }
}

async function untilUnlocked(run: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      const isLock = error instanceof pg.DatabaseError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code ?? "");
      if (!isLock || tried === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
