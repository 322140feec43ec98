import { setMaxListeners } from "node:events";
import { pendingOf } from "../prisma/pending-migrations.ts";
import { pool } from "./db.ts";

const TIMEOUT_MS = 3_000;

const stopping = new AbortController();
// One listener per live stream is no leak.
setMaxListeners(0, stopping.signal);

/** Aborted when the process is told to stop. What has no end of its own (a live stream) ends itself then. */
export const processStopping: AbortSignal = stopping.signal;

/** Called once when the process is told to stop; a load balancer sees it in /readyz and turns away. */
export function startDraining(): void {
  stopping.abort();
}

/** Why no requests should come here; undefined when all is well. Never throws, and answers within three seconds. */
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
