import { windowState } from "../composer/window-state.ts";
import type { ConvRow } from "../inbox/documents.ts";
import type { RowWords } from "./row-words.ts";

type Row = Pick<
  ConvRow,
  | "waitingSince"
  | "slaDueAt"
  | "slaRiskAt"
  | "replyWindowHours"
  | "replyWindowClosesAt"
  | "ended"
  | "isSnoozed"
  | "snoozedUntil"
  | "lastMessageAt"
>;

/** `late`: the target has passed. `soon`: under half of its time is left, or the reply window has under an hour. */
export type Urgency = "late" | "soon";

/** What the first line of a row says at its end: how long the contact waits, or when something happened last. */
export function rowMoment(
  row: Row,
  nowMs: number,
  { t, times }: Pick<RowWords, "t" | "times">,
): { text: string; urgency: Urgency | null } {
  const isLate = row.slaDueAt !== null && Date.parse(row.slaDueAt) <= nowMs;
  const isRisky = row.slaRiskAt !== null && Date.parse(row.slaRiskAt) <= nowMs;
  const waiting = row.waitingSince ? t("row.waiting", { time: times.waitedFor(row.waitingSince, nowMs) }) : null;
  if (waiting !== null && isLate) return { text: waiting, urgency: "late" };
  const left = row.slaDueAt ? times.timeLeft(row.slaDueAt, nowMs) : null;
  if (left !== null && isRisky) return { text: t("row.due", { time: left }), urgency: "soon" };
  const windowLeft = row.replyWindowClosesAt ? times.timeLeft(row.replyWindowClosesAt, nowMs) : null;
  if (windowLeft !== null && windowState(row, nowMs) === "urgent") {
    return { text: t("row.windowLeft", { time: windowLeft }), urgency: "soon" };
  }
  if (row.isSnoozed && row.snoozedUntil) return { text: times.relativeTime(row.snoozedUntil, nowMs), urgency: null };
  return { text: waiting ?? times.relativeTime(row.lastMessageAt, nowMs), urgency: null };
}
