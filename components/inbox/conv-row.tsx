import { Avatar, VisuallyHidden } from "@mantine/core";
import {
  IconAlertCircle,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconNote,
  IconPhoto,
  IconSparkles,
  IconTemplate,
  IconUser,
  IconVideo,
} from "@tabler/icons-react";
import { memo } from "react";
import type { MouseEvent } from "react";
import { ClientAvatar } from "./client-avatar.tsx";
import type { ConvRow } from "./documents.ts";
import { previewOf, previewPrefix } from "./message-preview.ts";
import type { PreviewIcon } from "./message-preview.ts";
import { rowLabel } from "./row-label.ts";
import { absoluteTime, relativeTime } from "./times.ts";
import { useNow } from "./use-now.ts";
import { useTyping } from "./use-typing.ts";
import classes from "./conv-list.module.css";

const PREVIEW_ICON: Record<NonNullable<PreviewIcon>, typeof IconPhoto> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  document: IconFile,
  location: IconMapPin,
  contacts: IconUser,
  template: IconTemplate,
  note: IconNote,
};

type Props = {
  row: ConvRow;
  href: string;
  stage: string | null;
  isOpen: boolean;
  isFocused: boolean;
  viewerAgentId: string | null;
  position: number;
  onOpen: (convId: string) => void;
};

export const rowElementId = (convId: string) => `conversation-${convId}`;

/** One conversation in the list. A link, so that it can be copied or opened in a tab of its own. */
export const ConvRowItem = memo(function ConvRowItem(props: Props) {
  const { row, href, stage, isOpen, isFocused, viewerAgentId, position, onOpen } = props;
  const now = useNow();

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(row.id);
  }

  return (
    <a
      id={rowElementId(row.id)}
      role="option"
      aria-selected={isOpen}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={-1}
      href={href}
      className={classes.row}
      data-focused={isFocused || undefined}
      data-waiting={row.needsResponse || undefined}
      onClick={onClick}
    >
      <VisuallyHidden>{rowLabel(row, viewerAgentId, now)}</VisuallyHidden>
      <ClientAvatar name={row.clientName} url={row.clientAvatarUrl} channel={row.integrationType} />
      <span className={classes.lines} aria-hidden>
        <span className={classes.line}>
          <span className={classes.name}>
            <bdi>{row.clientName}</bdi>
          </span>
          <time className={classes.time} dateTime={row.lastMessageAt} title={absoluteTime(row.lastMessageAt)}>
            {relativeTime(row.lastMessageAt, now)}
          </time>
        </span>
        <span className={classes.line}>
          <Preview row={row} viewerAgentId={viewerAgentId} />
          <Marks row={row} />
        </span>
        <span className={classes.line}>
          <span className={classes.facts}>
            {stage ? <span className={classes.stage}>{stage}</span> : null}
            {row.tags.slice(0, 2).map((tag) => (
              <span key={tag} className={classes.tag}>
                {tag}
              </span>
            ))}
            {row.tags.length > 2 ? <span className={classes.more}>+{row.tags.length - 2}</span> : null}
            {!stage && row.tags.length === 0 ? <span className={classes.channel}>{row.integrationName}</span> : null}
          </span>
          <Owner row={row} />
        </span>
      </span>
    </a>
  );
});

function Preview({ row, viewerAgentId }: { row: ConvRow; viewerAgentId: string | null }) {
  const writer = useTyping(row.id, "");
  if (writer !== null)
    return <span className={`${classes.preview} ${classes.typing}`}>{writer === "" ? "" : `${writer}: `}typing…</span>;
  if (!row.lastMessage) return <span className={classes.preview}>No messages yet</span>;
  const { icon, text } = previewOf(row.lastMessage);
  const prefix = previewPrefix(row.lastMessage, viewerAgentId);
  const Icon = icon ? PREVIEW_ICON[icon] : null;
  return (
    <span className={classes.preview}>
      {prefix ? <span className={classes.prefix}>{prefix}</span> : null}
      {Icon ? <Icon size={14} className={classes.previewIcon} /> : null}
      <span className={classes.previewText} dir="auto">
        {text}
      </span>
    </span>
  );
}

function Marks({ row }: { row: ConvRow }) {
  if (row.lastMessage?.status === "failed") return <IconAlertCircle size={16} className={classes.failed} />;
  return row.needsResponse ? (
    <span className={classes.dot} title="Needs a reply" />
  ) : (
    <span className={classes.noMark} />
  );
}

function Owner({ row }: { row: ConvRow }) {
  if (row.aiId && !row.assigneeId) return <IconSparkles size={18} className={classes.owner} title="AI assistant" />;
  if (!row.assigneeName) return <span className={classes.unowned} title="Unassigned" />;
  return <Avatar name={row.assigneeName} size={20} className={classes.owner} title={row.assigneeName} alt="" />;
}
