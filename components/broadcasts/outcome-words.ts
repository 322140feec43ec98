import type { Broadcast, BroadcastCounts } from "./queries.ts";

/** What can become of a recipient, from the furthest to the least; colours are those of the theme. */
export const OUTCOMES = [
  { outcome: "read", color: "sea.6" },
  { outcome: "delivered", color: "sea.4" },
  { outcome: "sent", color: "sea.3" },
  { outcome: "pending", color: "gray.5" },
  { outcome: "waiting", color: "gray.4" },
  { outcome: "failed", color: "red.6" },
] as const;

export type Outcome = (typeof OUTCOMES)[number]["outcome"];

export const STATE_COLOURS: Record<Broadcast["state"], string> = {
  draft: "gray",
  scheduled: "blue",
  inProgress: "sea",
  completed: "green",
  failed: "red",
};

/** How many have come at least so far: who has read it got it, and who got it was sent it. */
export function reachedCounts({ sent, delivered, read }: BroadcastCounts) {
  return { sent: sent + delivered + read, delivered: delivered + read, read };
}

/** How many of the messages are through with sending, of 1. */
export function shareDone({ total, waiting, pending }: BroadcastCounts): number {
  return total === 0 ? 0 : (total - waiting - pending) / total;
}
