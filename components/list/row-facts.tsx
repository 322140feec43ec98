import { IconAlarm, IconAlertCircle, IconBellRinging, IconSparkles } from "@tabler/icons-react";
import type { ConvRow } from "../inbox/documents.ts";
import { Face } from "../details/face.tsx";
import { RatingStars } from "../details/rating-stars.tsx";
import { snoozedWords } from "./row-label.ts";
import type { RowWords } from "./row-words.ts";
import { SlaTimer } from "../details/sla-timer.tsx";
import classes from "./conv-list.module.css";

const TAGS_SHOWN = 2;
const UNREAD_SHOWN = 99;

/** Stage, tags, order number and broadcast. Shows the channel's name if there are none. */
export function RowFacts({ row, stage }: { row: ConvRow; stage: string | null }) {
  const more = row.tags.length - TAGS_SHOWN;
  const isBare = !stage && row.tags.length === 0 && !row.orderNo && !row.broadcastName;
  return (
    <span className={classes.facts}>
      <SlaTimer row={row} />
      {row.rating === null || row.ratingScale === null ? null : (
        <span className={classes.fact}>
          <RatingStars rating={row.rating} scale={row.ratingScale} />
        </span>
      )}
      {stage ? <span className={classes.stage}>{stage}</span> : null}
      {row.tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {more > 0 ? <span className={classes.more}>+{more}</span> : null}
      {row.orderNo ? <span className={classes.fact}>#{row.orderNo}</span> : null}
      {row.broadcastName ? <span className={classes.fact}>{row.broadcastName}</span> : null}
      {isBare ? <span className={classes.channel}>{row.integrationName}</span> : null}
    </span>
  );
}

/** What needs attention, in a slot of fixed width: a failed send, unread messages, or a contact who waits for an answer. */
export function RowMarks({ row, words: { t, times } }: { row: ConvRow; words: RowWords }) {
  return (
    <span className={classes.marks}>
      {row.lastMessage?.status === "failed" ? (
        <IconAlertCircle size={16} className={classes.failed} title={t("row.failed")} />
      ) : null}
      {row.isSnoozed ? <IconAlarm size={16} className={classes.quiet} title={snoozedWords(row, t, times)} /> : null}
      {isWoken(row) ? <IconBellRinging size={16} className={classes.woken} title={t("row.woken")} /> : null}
      {row.unreadCount > 0 ? (
        <span className={classes.unread}>{row.unreadCount > UNREAD_SHOWN ? "99+" : row.unreadCount}</span>
      ) : row.needsResponse ? (
        <span className={classes.dot} title={t("row.needsReply")} />
      ) : (
        <span className={classes.noMark} />
      )}
    </span>
  );
}

/** Whether the snooze has ended and no message has followed. */
function isWoken({ wokeAt, lastMessageAt, isSnoozed }: ConvRow): boolean {
  return wokeAt !== null && wokeAt > lastMessageAt && !isSnoozed;
}

export function RowOwner({ row, now, words: { t, times } }: { row: ConvRow; now: number; words: RowWords }) {
  if (row.isSnoozed && row.snoozedUntil)
    return <span className={classes.fact}>{times.relativeTime(row.snoozedUntil, now)}</span>;
  if (row.aiId && !row.assigneeId)
    return <IconSparkles size={18} className={classes.owner} title={row.aiName ?? t("row.ai")} />;
  if (!row.assigneeName) return <span className={classes.unowned} title={t("row.unassigned")} />;
  return <Face name={row.assigneeName} size={20} isPlain title={row.assigneeName} />;
}
