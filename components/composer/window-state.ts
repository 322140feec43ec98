import type { ConvRow } from "../inbox/documents.ts";

const HOUR_MS = 3_600_000;

/** How much of the reply window is left: more than 6 hours, more than 1, less, or nothing. null: the channel has no window. */
export type WindowState = "open" | "closing" | "urgent" | "closed";

export function windowState(
  row: Pick<ConvRow, "replyWindowHours" | "replyWindowClosesAt" | "ended">,
  nowMs: number,
): WindowState | null {
  if (row.replyWindowHours === null || row.ended) return null;
  const left = row.replyWindowClosesAt === null ? 0 : Date.parse(row.replyWindowClosesAt) - nowMs;
  if (left <= 0) return "closed";
  if (left < HOUR_MS) return "urgent";
  return left <= 6 * HOUR_MS ? "closing" : "open";
}

/** The share of the reply window that is left, from 0 to 1. */
export function windowShare(
  { replyWindowHours, replyWindowClosesAt }: Pick<ConvRow, "replyWindowHours" | "replyWindowClosesAt">,
  nowMs: number,
): number {
  if (replyWindowHours === null || replyWindowClosesAt === null) return 0;
  const share = (Date.parse(replyWindowClosesAt) - nowMs) / (replyWindowHours * HOUR_MS);
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}

/** How many days a late reply is still possible, begun ones counted. 0: it is not. */
export function lateDays({ lateReplyUntil }: { lateReplyUntil: string | null }, nowMs: number): number {
  const left = lateReplyUntil === null ? 0 : Date.parse(lateReplyUntil) - nowMs;
  return Math.max(0, Math.ceil(left / (24 * HOUR_MS)));
}
