import { IconAlarm, IconAlertCircle, IconBellRinging, IconSparkles, IconWorld } from "@tabler/icons-react";
import type { ConvRow } from "../inbox/documents.ts";
import { ChannelMark } from "../details/channel-mark.tsx";
import { Face } from "../details/face.tsx";
import { isOfComments, placeWords } from "../inbox/use-place-words.ts";
import { Stage, Tag } from "../ui/tag.tsx";
import type { TagColor } from "../ui/tag-colors.ts";
import { hasFailed, unreadOf } from "./by-person.ts";
import { snoozedWords } from "./row-label.ts";
import type { RowWords } from "./row-words.ts";
import classes from "./conv-list.module.css";

const TAGS_SHOWN = 2;
const UNREAD_SHOWN = 99;

export type RowStage = { name: string; color: TagColor } | null;

type FactsProps = { row: ConvRow; stage: RowStage; tagColor: (tag: string) => TagColor };

/** Stage and tags: on hover, and in wide lists always. The rest is in the row's label and in the details. */
export function RowFacts({ row, stage, tagColor }: FactsProps) {
  const more = row.tags.length - TAGS_SHOWN;
  if (!stage && row.tags.length === 0) return null;
  return (
    <span className={classes.facts}>
      {stage ? <Stage {...stage} /> : null}
      {row.tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Tag key={tag} color={tagColor(tag)}>
          {tag}
        </Tag>
      ))}
      {more > 0 ? <span className={classes.more}>+{more}</span> : null}
    </span>
  );
}

/** The channels of the contact's other conversations. */
export function AlsoOn({ others, words: { inbox } }: { others: readonly ConvRow[]; words: RowWords }) {
  return (
    <span className={classes.alsoOn}>
      {others.map((other) => (
        <span
          key={other.id}
          title={placeWords(other.integrationName || inbox(`channels.${other.integrationType}`), other, inbox)}
        >
          <ChannelMark type={other.integrationType} size={14} />
        </span>
      ))}
    </span>
  );
}

type MarksProps = { row: ConvRow; others: readonly ConvRow[]; words: RowWords };

/** What needs attention: a failed send, public comments, a snooze, unread messages. */
export function RowMarks({ row, others, words: { t, inbox, times } }: MarksProps) {
  const unread = unreadOf(row, others);
  return (
    <span className={classes.marks}>
      {hasFailed(row, others) ? <IconAlertCircle size={16} className={classes.failed} title={t("row.failed")} /> : null}
      {isOfComments(row) ? <IconWorld size={16} className={classes.quiet} title={inbox("public")} /> : null}
      {row.isSnoozed ? <IconAlarm size={16} className={classes.quiet} title={snoozedWords(row, t, times)} /> : null}
      {isWoken(row) ? <IconBellRinging size={16} className={classes.woken} title={t("row.woken")} /> : null}
      {unread > 0 ? <span className={classes.unread}>{unread > UNREAD_SHOWN ? "99+" : unread}</span> : null}
    </span>
  );
}

/** Whether the snooze has ended and no message has followed. */
function isWoken({ wokeAt, lastMessageAt, isSnoozed }: ConvRow): boolean {
  return wokeAt !== null && wokeAt > lastMessageAt && !isSnoozed;
}

/** Who handles the conversation: a person, an assistant, or nobody. */
export function RowOwner({ row, words: { t } }: { row: ConvRow; words: RowWords }) {
  if (row.aiId && !row.assigneeId) {
    return (
      <span className={classes.assistant} title={row.aiName ?? t("row.ai")}>
        <IconSparkles size={12} stroke={1.75} />
      </span>
    );
  }
  if (!row.assigneeName) return <span className={classes.unowned} title={t("row.unassigned")} />;
  return <Face name={row.assigneeName} size={18} title={row.assigneeName} />;
}
