import type { ConvRow } from "../inbox/documents.ts";
import { placeWords } from "../inbox/use-place-words.ts";
import { previewOf, previewPrefix } from "../messages/message-preview.ts";
import { hasFailed, unreadOf } from "./by-person.ts";
import type { RowWords } from "./row-words.ts";
import type { Times } from "../ui/times.ts";
import { windowState } from "../composer/window-state.ts";

type Translate = RowWords["t"];

/** A row as one sentence, for screen readers. */
export function rowLabel(
  row: ConvRow,
  others: readonly ConvRow[],
  viewerAgentId: string | null,
  nowMs: number,
  words: RowWords,
): string {
  const { t, inbox, times } = words;
  const unread = unreadOf(row, others);
  const left = row.replyWindowClosesAt ? times.timeLeft(row.replyWindowClosesAt, nowMs) : null;
  const placeOf = (place: ConvRow) => placeWords(inbox(`channels.${place.integrationType}`), place, inbox);
  const parts = [
    row.clientName,
    placeOf(row),
    others.length > 0 ? t("row.alsoOn", { channels: others.map(placeOf).join(", ") }) : null,
    unread > 0 ? t("row.unread", { count: unread }) : null,
    row.waitingSince ? t("row.waiting", { time: times.waitedFor(row.waitingSince, nowMs) }) : null,
    row.ended ? t("row.ended") : ownerWords(row, viewerAgentId, t),
    row.clientArchived ? t("row.archived") : null,
    left ? t("row.windowCloses", { time: left }) : null,
    windowState(row, nowMs) === "closed" ? t("row.windowClosed") : null,
    slaWords(row, nowMs, t, times),
    row.isSnoozed ? snoozedWords(row, t, times) : null,
    row.rating === null ? null : t("row.rated", { rating: row.rating, scale: row.ratingScale ?? row.rating }),
    row.orderNo ? t("row.order", { order: row.orderNo }) : null,
    row.tags.length > 0 ? t("row.tags", { tags: row.tags.join(", ") }) : null,
    hasFailed(row, others) ? t("row.failed") : null,
    row.draftText ? t("row.draftIs", { text: row.draftText }) : null,
    row.lastMessage
      ? previewPrefix(row.lastMessage, viewerAgentId, inbox) + previewOf(row.lastMessage, inbox).text
      : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** When the answer is due, or how late it is. null: there is no target. */
export function slaWords({ slaDueAt }: Pick<ConvRow, "slaDueAt">, nowMs: number, t: Translate, times: Times) {
  if (!slaDueAt) return null;
  const left = times.timeLeft(slaDueAt, nowMs);
  return left ? t("row.slaDue", { time: left }) : t("row.slaMissed", { time: times.waitedFor(slaDueAt, nowMs) });
}

export function snoozedWords(row: Pick<ConvRow, "snoozedUntil">, t: Translate, times: Times): string {
  return row.snoozedUntil
    ? t("row.snoozedUntil", { time: times.absoluteTime(row.snoozedUntil) })
    : t("row.snoozedUntilReply");
}

function ownerWords(row: ConvRow, viewerAgentId: string | null, t: Translate): string {
  if (row.assigneeId !== null && row.assigneeId === viewerAgentId) return t("row.yours");
  if (row.assigneeName) return t("row.assignedTo", { name: row.assigneeName });
  return row.aiId ? t("row.assistants") : t("row.unassigned");
}
