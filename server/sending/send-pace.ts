/**
 * A channel's sends are planned at equal distances. Were all of them made on time, the distance could be 1/rate. But when some are
 * late and those behind them are not, a second holds more than were planned for it: so a distance is as much longer as a send may be
 * late, and no second holds more than the rate (decisions section 6: never above it, and used to 95 % or more).
 *
 * LATE_MS: how late a worker may use a slot, in milliseconds; one that is often later – its machine is busy – says so, up to the
 * second figure, and its channels get slower instead of standing still. WAY_MS: what the way from the worker to its provider may
 * take longer for one send than for another. Of a rate, 1 / (1 + 0.012 + 0.022) = 96.7 % are planned for.
 */
export const LATE_MS = { least: 12, most: 500 };
export const WAY_MS = 22;

/**
 * How far ahead slots are given out, in milliseconds, beyond what the worker is late by. Far enough that one that pauses for a moment
 * leaves none unused; near enough that an agent's reply, which can only take a slot that is still to come, waits for no more than a few.
 */
export const HORIZON_MS = 60;

/**
 * Sends of one channel that a worker may hold, in seconds of the channel's rate: those that wait for their slot, are at the
 * provider, or are being stored. It covers a provider that answers within 250 ms; a slower one is asked for less than the rate.
 */
export const HELD_SECONDS = 0.4;

/** Places of a channel, beyond those, that a broadcast cannot fill: agents' replies pass one whose provider hangs. */
export const KEPT_FOR_REPLIES = 4;

/** A worker's lease of a send, in seconds. Longer than an adapter's own time limit, so that no two attempts of one are open at once. */
export const LEASE_SECONDS = 20;

/** The time limit of an adapter's request, and for what comes before and after it. */
const ATTEMPT_SECONDS = 17;

/** How long after its claim a send may still be begun, in milliseconds; then too little of its lease is left. */
export const BEGIN_WITHIN_MS = (LEASE_SECONDS - ATTEMPT_SECONDS) * 1_000;
