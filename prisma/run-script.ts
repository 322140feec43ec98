import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/**
 * How long a migration waits for a lock, in milliseconds. Whoever comes after it waits behind it: this is the longest that writers stand
 * still because of a lock that a long report holds.
 */
const LOCK_TIMEOUT_MS = 2_000;
/** Between two tries: those who stood behind the last one have gone through by then. */
const PAUSE_MS = 1_000;
/** Ten minutes. Who holds a lock for longer is to be asked why. */
const TRIES = 200;

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** A script that begins with this line is run statement by statement, each a transaction of its own: CREATE INDEX CONCURRENTLY wants that. */
export const OUTSIDE = "-- outside a transaction";

/**
 * Runs a migration's script: as a whole in one transaction, so that it is applied completely or not at all; one that says so at its
 * beginning statement by statement, and such a one must be right however often it is begun (migration-rules.ts).
 *
 * Where it does not get a lock in two seconds it steps back, lets everybody through, and tries again.
 * @throws pg.DatabaseError when it is refused, or got no lock for ten minutes
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

/** The statements of a script without function bodies, each ending its line. */
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
