/**
 * A channel's sends are planned at equal distances. If all were made on time, the distance could be 1/rate. But if some are late
 * and the next ones are not, one second contains more sends than planned. Each distance is therefore longer by the time that a
 * send may be late, so that no second exceeds the rate (never above it, and used to 95 % or more).
 *
 * LATE_MS: how late a worker may use a slot, in milliseconds. A worker on a busy machine reports its usual delay, up to `most`;
 * its channels then send more slowly instead of stopping. WAY_MS: how much longer one send may travel from the worker to its
 * provider than another. The plan uses 1 / (1 + 0.012 + 0.022) = 96.7 % of a rate.
 */
export const LATE_MS = { least: 12, most: 500 };
export const WAY_MS = 22;

/**
 * How far ahead slots are assigned, in milliseconds, in addition to the worker's delay. Long enough that a worker that pauses for
 * a moment leaves no slot unused. Short enough that an agent's reply, which can only take a future slot, waits for few slots.
 */
export const HORIZON_MS = 60;

/**
 * Sends of one channel that a worker may hold, in seconds of the channel's rate. They wait for their slot, are at the provider, or
 * are being stored. The value covers a provider that responds within 250 ms; a slower one gets less than the rate.
 */
export const HELD_SECONDS = 0.4;

/** Additional places per channel that broadcasts cannot fill: agents' replies overtake a broadcast whose provider hangs. */
export const KEPT_FOR_REPLIES = 4;

/** A worker's lease of a send, in seconds. Longer than an adapter's time limit, so that no two attempts of a send run at once. */
export const LEASE_SECONDS = 20;

/** Time limit of an adapter's request, including what comes before and after it. */
const ATTEMPT_SECONDS = 17;

/** How long after its claim a send may still start, in milliseconds. Later, too little of its lease is left. */
export const BEGIN_WITHIN_MS = (LEASE_SECONDS - ATTEMPT_SECONDS) * 1_000;
