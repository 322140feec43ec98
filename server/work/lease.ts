import { pool } from "../db.ts";
import { log } from "../log.ts";

/**
 * Work that is a row: its table, the column that names one piece, how long a claim holds it, in seconds, and which rows are still work.
 * After a claim's time another worker takes a dead worker's work. `error` is the column for why it was given back; without `due` the
 * lease itself says when it may be taken again.
 */
const KINDS = {
  turn: { table: "AssistantTurn", key: "convId", seconds: 10, open: "true", error: "lastError", due: "nextAttemptAt" },
  mediaCopy: { table: "MediaCopy", key: "uploadId", seconds: 30, open: "true", error: "error", due: "nextAttemptAt" },
  // All calls of a channel that one worker has.
  providerCalls: {
    table: "ProviderCall",
    key: "integrationId",
    seconds: 6,
    open: `"doneAt" is null`,
    error: "error",
    due: "nextAttemptAt",
  },
  // Longer than the transaction that sends it can last: it is not renewed.
  scheduledMessage: {
    table: "ScheduledMessage",
    key: "id",
    seconds: 35,
    open: `state = 'waiting'`,
    error: null,
    due: null,
  },
} as const;

/** A piece of work that this worker holds. Its token fences the outcome: a worker that has lost the lease stores nothing. */
export type Lease = { kind: keyof typeof KINDS; workspaceId: number; id: string; leaseToken: string };

/** How long a claim of this kind holds, in seconds. */
export const leaseSeconds = (kind: Lease["kind"]): number => KINDS[kind].seconds;

/** @returns false when the work is no longer this worker's. */
export async function renewLease({ kind, workspaceId, id, leaseToken }: Lease): Promise<boolean> {
  const { table, key, seconds, open } = KINDS[kind];
  const { rowCount } = await pool().query({
    name: `renew-${kind}`,
    text: `update "${table}" set "leaseUntil" = now() + make_interval(secs => $4)
      where "workspaceId" = $1 and "${key}" = $2::uuid and "leaseToken" = $3::uuid and ${open}`,
    values: [workspaceId, id, leaseToken, seconds],
  });
  return (rowCount ?? 0) > 0;
}

/**
 * Gives a piece of work back, for any worker to take after the pause. Fenced by the lease.
 * @param pause in seconds.
 * @param why what kept it from its end, for whoever looks into the table; undefined: what stands there stays.
 */
export async function giveBack(
  { kind, workspaceId, id, leaseToken }: Lease,
  pause: number,
  why?: string | null,
): Promise<void> {
  const { table, key, open, error, due } = KINDS[kind];
  // The columns keep milliseconds and round: without the cut, work that is given back at once would be due in a moment to come.
  const at = `date_trunc('milliseconds', now()) + make_interval(secs => $4::float8)`;
  const says = error !== null && why !== undefined;
  await pool().query({
    name: `give-back-${kind}${says ? "-with-error" : ""}`,
    text: `update "${table}" set "leaseToken" = null, ${due ? `"leaseUntil" = null, "${due}" = ${at}` : `"leaseUntil" = ${at}`}
        ${says ? `, "${error}" = $5` : ""}
      where "workspaceId" = $1 and "${key}" = $2::uuid and "leaseToken" = $3::uuid and ${open}`,
    values: [workspaceId, id, leaseToken, pause, ...(says ? [why] : [])],
  });
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
