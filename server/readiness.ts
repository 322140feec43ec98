import { setMaxListeners } from "node:events";
import { pendingOf } from "../prisma/pending-migrations.ts";
import { pool } from "./db.ts";

const TIMEOUT_MS = 3_000;

const stopping = new AbortController();
// Each live stream adds one listener. That is no leak.
setMaxListeners(0, stopping.signal);

/** Aborts when the process is asked to stop. Work without an end of its own, such as a live stream, then ends itself. */
export const processStopping: AbortSignal = stopping.signal;

/** Call once when the process is asked to stop. /readyz then fails, so the load balancer sends no more requests. */
export function startDraining(): void {
  stopping.abort();
}

/** Why this process should get no requests; undefined when it is ready. Never throws. Returns within three seconds. */
export async function notReadyReason(): Promise<string | undefined> {
  if (processStopping.aborted) return "The process is stopping.";
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS).unref();
  });
  try {
    const pending = await Promise.race([pendingOf(pool()), tooLate]);
    return pending.length === 0 ? undefined : `Migrations are missing in the database: ${pending.join(", ")}.`;
  } catch (error) {
    return `The database does not answer: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
