"use client";

import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { MessageDeeds } from "./bubble-actions.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import { bubbleKey } from "./open-outbox.ts";
import { absoluteTime, clockTime, dayLabel } from "./times.ts";
import { buildTimeline } from "./timeline.ts";
import { useNow } from "./use-now.ts";
import { newestSeq } from "./use-thread.ts";
import type { Bubble, useThread } from "./use-thread.ts";
import classes from "./thread.module.css";

/** The agent counts as reading the newest message within this distance of the end. */
const END_PX = 120;

type Props = { thread: ReturnType<typeof useThread>; label: string; deeds: MessageDeeds };

/** The conversation as a log that hangs at its end: older pages come in above without moving what is read. */
export function MessageLog({ thread, label, deeds }: Props) {
  const { bubbles, hasOlder, isLoadingOlder, loadOlder } = thread;
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seenSeq, setSeenSeq] = useState(() => newestSeq(bubbles));
  const items = useMemo(() => buildTimeline(bubbles, (bubble) => bubbleKey(bubble.messageId)), [bubbles]);
  const byId = useMemo(() => new Map(bubbles.map((bubble) => [bubble.messageId, bubble])), [bubbles]);
  const sentAgain = useMemo(() => new Set(bubbles.map((bubble) => bubble.resendOfId)), [bubbles]);

  // The virtualizer changes in place, which the compiler cannot follow; this component is memoised by hand where it counts.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === "message" ? 64 : 40),
    getItemKey: (index) => items[index]?.key ?? index,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    overscan: 10,
    paddingStart: 16,
    paddingEnd: 16,
  });
  useLayoutEffect(() => virtual.scrollToEnd(), [virtual]);

  // The composer grows and shrinks below: who reads the end goes on reading the end.
  const holdEnd = useEffectEvent(() => {
    if (isAtEnd) virtual.scrollToEnd();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => holdEnd());
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  const drawn = virtual.getVirtualItems();
  const firstDrawn = drawn[0]?.index ?? 0;
  useEffect(() => {
    if (hasOlder && !isLoadingOlder && firstDrawn < 8) void loadOlder();
  }, [hasOlder, isLoadingOlder, loadOlder, firstDrawn]);

  function onScroll() {
    const atEnd = virtual.isAtEnd(END_PX);
    setAtEnd(atEnd);
    if (atEnd) setSeenSeq(newestSeq(bubbles));
  }
  const unseen = bubbles.filter((bubble) => !bubble.isAgent && bubble.seq > seenSeq).length;

  // What one has just written is always shown, however far up one was reading.
  const newestLocalId = bubbles.findLast((bubble) => bubble.local)?.messageId;
  useEffect(() => {
    if (newestLocalId) virtual.scrollToEnd();
  }, [newestLocalId, virtual]);

  return (
    <div className={classes.logFrame}>
      {isLoadingOlder ? <Loader size="xs" className={classes.olderLoader} aria-label="Loading older messages" /> : null}
      <div
        ref={scroller}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={classes.logInner} style={{ blockSize: virtual.getTotalSize() }}>
          {drawn.map((item) => {
            const line = items[item.index];
            return line ? (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={classes.slot}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {line.kind === "day" ? <div className={classes.day}>{dayLabel(line.at, now)}</div> : null}
                {line.kind === "system" ? <SystemLine message={line.message} /> : null}
                {line.kind === "message" ? (
                  <MessageBubble
                    bubble={line.message}
                    first={line.first}
                    last={line.last}
                    quoted={byId.get(line.message.replyToMessageId ?? "") ?? null}
                    wasSentAgain={sentAgain.has(line.message.messageId)}
                    deeds={deeds}
                  />
                ) : null}
              </div>
            ) : null;
          })}
        </div>
      </div>
      {isAtEnd ? null : (
        <Button
          size="compact-sm"
          radius="xl"
          variant="default"
          className={classes.jump}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => virtual.scrollToEnd()}
        >
          {unseen > 0 ? `Jump to latest (${unseen})` : "Jump to latest"}
        </Button>
      )}
    </div>
  );
}

/** What was done to the conversation, by whom and when, in one line. */
function SystemLine({ message }: { message: Bubble }) {
  return (
    <div className={classes.system} title={absoluteTime(message.createdAt)}>
      <bdi>{message.content}</bdi>
      {message.senderName ? (
        <>
          {" · "}
          <bdi>{message.senderName}</bdi>
        </>
      ) : null}
      {" · "}
      <time dateTime={message.createdAt}>{clockTime(message.createdAt)}</time>
    </div>
  );
}
