/**
 * Why a contact that a broadcast is meant for does not get it. The first reason that applies counts, in this order. `maybeReceived` and
 * `resent` apply to retries only. audience.ts implements the rule.
 */
export const LEFT_OUT = {
  optedOut: "Opted out of broadcasts and notifications",
  stoppedMarketing: "Stopped this channel's marketing messages",
  archived: "Archived",
  testNumber: "A test number of the workspace",
  maybeReceived: "It is not known whether the message arrived, and a client gets a broadcast at most once",
  resent: "The message was sent again by hand",
  unreachable: "Cannot be reached on this channel: has never written there, and has no number or id that it could use",
  sameAddress: "Another contact with the same number or id gets it",
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT;

/** The number of contacts left out for a reason. Reasons without contacts are omitted. */
export type LeftOut = { reason: LeftOutReason; count: number };

/** The reasons as a tuple, for the schema. */
export const LEFT_OUT_REASONS = Object.keys(LEFT_OUT) as LeftOutReason[];

/** Reads `Broadcast.leftOut` (reason to count) in the order of the reasons. Empty before the launch. */
export function leftOutOf(kept: unknown): LeftOut[] {
  const counts = (kept ?? {}) as Partial<Record<LeftOutReason, number>>;
  return LEFT_OUT_REASONS.flatMap((reason) => {
    const count = counts[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
}
