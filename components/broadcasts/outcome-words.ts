import type { Broadcast, BroadcastCounts } from "./queries.ts";

/** The possible outcomes for a recipient, best first. Colors are design tokens. */
export const OUTCOMES = [
  { outcome: "read", color: "var(--chart-1)" },
  { outcome: "delivered", color: "var(--chart-2)" },
  { outcome: "sent", color: "var(--accent-line)" },
  { outcome: "pending", color: "var(--chart-5)" },
  { outcome: "waiting", color: "var(--border-2)" },
  { outcome: "failed", color: "var(--danger)" },
] as const;

export type Outcome = (typeof OUTCOMES)[number]["outcome"];

export const STATE_COLOURS: Record<Broadcast["state"], string> = {
  draft: "gray",
  scheduled: "blue",
  inProgress: "petrol",
  completed: "green",
  failed: "red",
};

/** How many messages reached at least this step: a read message was also delivered, and a delivered one was also sent. */
export function reachedCounts({ sent, delivered, read }: BroadcastCounts) {
  return { sent: sent + delivered + read, delivered: delivered + read, read };
}

/** The share of messages that were sent or failed, 0–1. */
export function shareDone({ total, waiting, pending }: BroadcastCounts): number {
  return total === 0 ? 0 : (total - waiting - pending) / total;
}
