"use client";

import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconCopy, IconExternalLink, IconLock, IconSparkles } from "@tabler/icons-react";
import { memo } from "react";
import { useInbox } from "./inbox-context.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageFailure } from "./message-failure.tsx";
import { previewOf } from "./message-preview.ts";
import { StatusTick } from "./status-tick.tsx";
import { absoluteTime, clockTime } from "./times.ts";
import { shownAt } from "./timeline.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

const NOTE_LABEL = { internal: "Note", handover: "Handover", summary: "Summary", system: "System" } as const;

type Props = {
  bubble: Bubble;
  first: boolean;
  last: boolean;
  /** The message it answers; undefined when it answers none, null when that one is not loaded. */
  quoted: Bubble | null | undefined;
  wasSentAgain: boolean;
  onReply: ((bubble: Bubble) => void) | null;
};

/** One message: bubble, who and when, how far it has come, and what can be done about it. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { bubble, first, last, quoted, wasSentAgain, onReply } = props;
  const { viewer } = useInbox();
  const isNote = bubble.type === "note";
  const sender = bubble.agentId !== null && bubble.agentId === viewer.agentId ? "You" : bubble.senderName;
  const isFailed = bubble.status === "failed";

  return (
    <article
      className={classes.message}
      data-side={bubble.isAgent ? "ours" : "theirs"}
      data-first={first || undefined}
      data-message-id={bubble.messageId}
      aria-label={`${sender ?? "Customer"}, ${clockTime(shownAt(bubble))}`}
    >
      {first && bubble.isAgent ? (
        <div className={classes.sender}>
          {bubble.aiId ? <IconSparkles size={14} aria-hidden /> : null}
          {isNote ? <IconLock size={13} aria-hidden /> : null}
          {isNote ? `${NOTE_LABEL[bubble.noteType ?? "internal"]} · ` : null}
          {sender ?? (bubble.aiId ? "AI assistant" : "Workspace")}
        </div>
      ) : null}
      <div className={classes.bubbleLine}>
        <div
          className={classes.bubble}
          data-kind={isNote ? "note" : undefined}
          data-failed={isFailed || undefined}
          data-last={last || undefined}
        >
          {quoted === undefined ? null : <Quote bubble={quoted} />}
          {bubble.sourceUrl && /^https?:/i.test(bubble.sourceUrl) ? (
            <a className={classes.referral} href={bubble.sourceUrl} target="_blank" rel="noopener noreferrer nofollow">
              <IconExternalLink size={14} aria-hidden /> Came from {bubble.sourceType ?? "a link"}
            </a>
          ) : null}
          <MessageBody bubble={bubble} meta={<Meta bubble={bubble} />} />
        </div>
        <BubbleActions bubble={bubble} onReply={onReply} />
      </div>
      {isFailed ? <MessageFailure bubble={bubble} wasSentAgain={wasSentAgain} /> : null}
    </article>
  );
});

function Meta({ bubble }: { bubble: Bubble }) {
  const at = shownAt(bubble);
  return (
    <span className={classes.meta} dir="ltr">
      <time dateTime={at} title={absoluteTime(at)}>
        {clockTime(at)}
      </time>
      {bubble.isAgent && (bubble.type !== "note" || bubble.local) ? <StatusTick bubble={bubble} /> : null}
    </span>
  );
}

function Quote({ bubble }: { bubble: Bubble | null }) {
  return (
    <div className={classes.quote}>
      <span className={classes.quoteName}>
        {bubble ? (bubble.senderName ?? (bubble.isAgent ? "You" : "Customer")) : "Earlier message"}
      </span>
      {bubble ? <span dir="auto">{previewOf(bubble).text}</span> : null}
    </div>
  );
}

function BubbleActions({ bubble, onReply }: Pick<Props, "bubble" | "onReply">) {
  if (bubble.local) return null;
  return (
    <div className={classes.actions}>
      {onReply && bubble.type !== "note" ? (
        <Tooltip label="Reply to this message">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Reply to this message"
            onClick={() => onReply(bubble)}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <CopyButton value={bubble.content}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : "Copy"}>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? "Copied" : "Copy"} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
