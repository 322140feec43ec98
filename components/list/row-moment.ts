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

/**
 * What the first line of a row says at its end: how long the contact waits, or when something happened last.
 * @returns `at`: the moment that the text speaks of.
 */
export function rowMoment(
  row: Row,
  nowMs: number,
  { t, times }: Pick<RowWords, "t" | "times">,
): { text: string; at: string; urgency: Urgency | null } {
  const { waitingSince, slaDueAt, slaRiskAt, replyWindowClosesAt, snoozedUntil, lastMessageAt } = row;
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= nowMs;
  const waiting = waitingSince && {
    text: t("row.waiting", { time: times.waitedFor(waitingSince, nowMs) }),
    at: waitingSince,
  };
  if (waiting && isPast(slaDueAt)) return { ...waiting, urgency: "late" };
  const left = slaDueAt && times.timeLeft(slaDueAt, nowMs);
  if (left && isPast(slaRiskAt)) return { text: t("row.due", { time: left }), at: slaDueAt, urgency: "soon" };
  const windowLeft = replyWindowClosesAt && times.timeLeft(replyWindowClosesAt, nowMs);
  if (windowLeft && windowState(row, nowMs) === "urgent") {
    return { text: t("row.windowLeft", { time: windowLeft }), at: replyWindowClosesAt, urgency: "soon" };
  }
  const until = row.isSnoozed ? snoozedUntil : null;
  if (waiting && !until) return { ...waiting, urgency: null };
  const at = until ?? lastMessageAt;
  return { text: times.relativeTime(at, nowMs), at, urgency: null };
}
