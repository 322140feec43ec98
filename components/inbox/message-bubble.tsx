"use client";

import { IconLock, IconSparkles } from "@tabler/icons-react";
import { memo } from "react";
import { BubbleActions } from "./bubble-actions.tsx";
import type { MessageDeeds } from "./bubble-actions.tsx";
import { useInbox } from "./inbox-context.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageFailure } from "./message-failure.tsx";
import { MessageMarks } from "./message-marks.tsx";
import { MessageQuote } from "./message-quote.tsx";
import { MessageReferral } from "./message-referral.tsx";
import { ReactionChips } from "./reaction-chips.tsx";
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
  /** The message it answers; null when it answers none, or that one is not loaded or none of ours. */
  quoted: Bubble | null;
  wasSentAgain: boolean;
  deeds: MessageDeeds;
};

/** One message: bubble, who and when, how far it has come, and what can be done about it. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { bubble, first, last, quoted, wasSentAgain, deeds } = props;
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
          {quoted || bubble.replyToMessageId || bubble.replyContext ? (
            <MessageQuote quoted={quoted} context={bubble.replyContext} />
          ) : null}
          <MessageReferral bubble={bubble} />
          <MessageBody bubble={bubble} meta={<Meta bubble={bubble} />} />
        </div>
        <BubbleActions bubble={bubble} deeds={deeds} />
      </div>
      <ReactionChips bubble={bubble} onReact={deeds.react} />
      <MessageMarks bubble={bubble} />
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
