import { pool } from "../db.ts";
import { log } from "../log.ts";

/**
 * Kinds of work stored in rows: the table, the key column of one piece, the lease in seconds, and the condition for rows that are
 * still work. After the lease expires, another worker takes over. `error`: the column for the reason when work is given back.
 * Without `due`, the lease itself says when the work may be taken again.
 */
const KINDS = {
  turn: { table: "AssistantTurn", key: "convId", seconds: 10, open: "true", error: "lastError", due: "nextAttemptAt" },
  mediaCopy: { table: "MediaCopy", key: "uploadId", seconds: 30, open: "true", error: "error", due: "nextAttemptAt" },
  // One lease covers all calls of a channel that a worker has claimed.
  providerCalls: {
    table: "ProviderCall",
    key: "integrationId",
    seconds: 6,
    open: `"doneAt" is null`,
    error: "error",
    due: "nextAttemptAt",
  },
  // Longer than the sending transaction can last, because this lease is not renewed.
  scheduledMessage: {
    table: "ScheduledMessage",
    key: "id",
    seconds: 35,
    open: `state = 'waiting'`,
    error: null,
    due: null,
  },
} as const;

/** A piece of work that this worker holds. The token fences the outcome: a worker that has lost the lease stores nothing. */
export type Lease = { kind: keyof typeof KINDS; workspaceId: number; id: string; leaseToken: string };

/** The lease duration of this kind, in seconds. */
export const leaseSeconds = (kind: Lease["kind"]): number => KINDS[kind].seconds;

/** @returns false when this worker no longer holds the work. */
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
 * Gives a piece of work back, so that any worker can take it after the pause. Fenced by the lease.
 * @param pause in seconds.
 * @param why the reason, for people who inspect the table. undefined: the stored reason stays.
 */
export async function giveBack(
  { kind, workspaceId, id, leaseToken }: Lease,
  pause: number,
  why?: string | null,
): Promise<void> {
  const { table, key, open, error, due } = KINDS[kind];
  // The columns round to milliseconds. Without the truncation, work that is given back at once could be due slightly in the future.
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
 * Runs a piece of work and renews its lease meanwhile.
 * @param work its signal aborts when `stopping` does, or when the lease is lost.
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
        // The database is briefly unavailable. The lease may still be valid when it is back.
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
