import { pool } from "../db.ts";
import { log } from "../log.ts";

/**
 * Work of which it is not known how long it takes: its table, the column that names one piece, and how long a claim holds it, in
 * seconds. After that another worker takes a dead worker's work.
 */
const RENEWED = {
  turn: { table: "AssistantTurn", key: "convId", seconds: 10, open: "true" },
  mediaCopy: { table: "MediaCopy", key: "uploadId", seconds: 30, open: "true" },
  // All calls of a channel that one worker has.
  providerCalls: { table: "ProviderCall", key: "integrationId", seconds: 6, open: `"doneAt" is null` },
} as const;

/** A piece of work that this worker holds. Its token fences the outcome: a worker that has lost the lease stores nothing. */
export type Lease = { kind: keyof typeof RENEWED; workspaceId: number; id: string; leaseToken: string };

/** How long a claim of this kind holds, in seconds. */
export const leaseSeconds = (kind: Lease["kind"]): number => RENEWED[kind].seconds;

/** @returns false when the work is no longer this worker's. */
export async function renewLease({ kind, workspaceId, id, leaseToken }: Lease): Promise<boolean> {
  const { table, key, seconds, open } = RENEWED[kind];
  const { rowCount } = await pool().query({
    name: `renew-${kind}`,
    text: `update "${table}" set "leaseUntil" = now() + make_interval(secs => $4)
      where "workspaceId" = $1 and "${key}" = $2::uuid and "leaseToken" = $3::uuid and ${open}`,
    values: [workspaceId, id, leaseToken, seconds],
  });
  return (rowCount ?? 0) > 0;
}

/**
 * Does a piece of work and renews its lease meanwhile.
 * @param work is told to stop by its signal: when `stopping` is, or when the lease is lost.
 */
export async function whileHeld(
  lease: Lease,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      renewLease(lease).then(
        (isOurs) => isOurs || lost.abort(),
        // The database is away for a moment; the lease may still hold when it is back.
        (error: unknown) => log.debug({ error: String(error) }, "a lease could not be renewed"),
      );
    },
    (leaseSeconds(lease.kind) * 1_000) / 4,
  );
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(renewal);
  }
}
