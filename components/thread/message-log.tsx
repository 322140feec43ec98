"use client";

import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import {
  memo,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from "react";
import type { MessageActions } from "../messages/bubble-actions.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import type { UnreadAtOpening } from "./first-new.ts";
import { knownHeights, openingOffset } from "./known-heights.ts";
import { LogItem } from "./log-item.tsx";
import type { TimelineItem } from "./timeline.ts";
import { useLogEdges } from "./use-log-edges.ts";
import { useLogItems } from "./use-log-items.ts";
import { useLogKeys } from "./use-log-keys.ts";
import { useMarkedChannels } from "./use-marked-channels.ts";
import { useNow } from "../ui/use-now.ts";
import type { MergedLog } from "./use-merged-log.ts";
import { newestSeq, type Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

/** The agent counts as reading the newest message within this distance of the end. */
const END_PX = 120;

/** The number of lines rendered beyond the visible ones, and the number in the first render. */
const OVERSCAN = 10;
const FIRST_OVERSCAN = 1;

/** In pixels: the padding before the first line and after the last, and the estimated heights of unmeasured lines. */
const PADDING = 16;
const MESSAGE_PX = 64;
const LINE_PX = 40;

export type LogHandle = { focusLast: () => void };

type Props = {
  merged: MergedLog;
  row: ConvRow;
  label: string;
  actions: MessageActions;
  unread: UnreadAtOpening;
  /** Returns the focus to the composer. */
  onLeave: () => void;
  ref?: Ref<LogHandle>;
};

/**
 * The conversation as a log anchored at its end. Older pages are added at the top without moving the visible messages. Give it the
 * thread's place as `key`. Typing in the composer does not render it.
 */
export const MessageLog = memo(function MessageLog({ merged, row, label, actions, unread, onLeave, ref }: Props) {
  const { thread } = merged;
  const { log, target, isLoading, toLatest } = thread;
  const t = useTranslations("thread");
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(!log.hasNewer);
  const [seenSeq, setSeenSeq] = useState(() => newestSeq(thread.bubbles));
  const [activeId, setActiveId] = useState<string | null>(null);
  const { items, earlier, byId, sentAgain, indexOf, toggleRun } = useLogItems(merged, row, unread);
  const activeIndex = indexOf(activeId);
  const markedChannels = useMarkedChannels(row);

  // Render the visible lines first, and the overscan after the paint.
  const overscan = useDeferredValue(OVERSCAN, FIRST_OVERSCAN);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index]),
    // Render at the final position at once. Otherwise the log would render at its start, and again after scrolling.
    initialRect: knownHeights.box(),
    initialOffset: () => openingOffset(items.map(heightOf), newIndex(items), knownHeights.box().height, PADDING),
    getItemKey: (index) => items[index]?.key ?? index,
    // Keep the focused line rendered, so that scrolling away does not lose the focus.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), activeIndex),
    anchorTo: "end",
    // Do not follow after a stretch has grown into the thread: the visible messages stay in place.
    followOnAppend: isAtEnd,
    scrollEndThreshold: END_PX,
    overscan,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  const keys = useLogKeys({
    items,
    activeId,
    setActiveId,
    scroller,
    onLeave,
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
  });
  useImperativeHandle(ref, () => ({ focusLast: keys.focusLast }));

  const showTarget = useEffectEvent((messageId: string) => {
    const index = indexOf(messageId);
    if (index >= 0) virtual.scrollToIndex(index, { align: "center" });
  });
  const open = useEffectEvent(() => {
    const firstNew = newIndex(items);
    if (target) showTarget(target.messageId);
    else if (firstNew >= 0) virtual.scrollToIndex(firstNew, { align: "start" });
    else virtual.scrollToEnd();
  });
  useLayoutEffect(() => open(), []);
  useEffect(() => () => knownHeights.remember(virtual.itemSizeCache), [virtual]);
  useEffect(() => {
    if (target) showTarget(target.messageId);
  }, [target]);

  // If the composer changes its height while the end is visible, keep the end visible.
  const holdEnd = useEffectEvent(() => {
    if (isAtEnd) virtual.scrollToEnd();
  });
  useEffect(() => {
    // The observer's first call reports no change. Scrolling then would undo the opening position.
    let isFirst = true;
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect;
      if (box) knownHeights.seeBox(box);
      if (!isFirst) holdEnd();
      isFirst = false;
    });
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  useLogEdges({ scroller, thread, earlier, isAtEnd, range: virtual.range, count: items.length });

  function onScroll() {
    const atEnd = virtual.isAtEnd(END_PX) && !log.hasNewer;
    setAtEnd(atEnd);
    if (atEnd) setSeenSeq(newestSeq(thread.bubbles));
  }
  function goToLatest() {
    if (log.hasNewer) toLatest();
    else virtual.scrollToEnd();
  }
  const unseen = thread.bubbles.filter((bubble) => !bubble.isAgent && bubble.seq > seenSeq).length;

  // A new message by the viewer always scrolls into view.
  const newestLocalId = thread.bubbles.findLast((bubble) => bubble.local)?.messageId;
  const showWritten = useEffectEvent(goToLatest);
  // Ignore messages that were in the outbox when the log opened: a refused message must not undo a jump.
  const shownLocalId = useRef(newestLocalId);
  useEffect(() => {
    if (newestLocalId && newestLocalId !== shownLocalId.current) showWritten();
    shownLocalId.current = newestLocalId;
  }, [newestLocalId]);

  return (
    <div className={classes.logFrame}>
      {isLoading || earlier.isLoading ? (
        <Loader size="xs" className={classes.olderLoader} aria-label={t("loading")} />
      ) : null}
      <div
        ref={scroller}
        className={classes.log}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <div className={classes.logInner} style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const item = items[index];
            return item ? (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={classes.slot}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogItem
                  item={item}
                  now={now}
                  convId={row.id}
                  earlier={earlier}
                  byId={byId}
                  sentAgain={sentAgain}
                  actions={actions}
                  rovingId={keys.rovingId}
                  markedChannels={markedChannels}
                  target={target}
                  onToggleRun={toggleRun}
                />
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
          onClick={goToLatest}
        >
          {t("jumpToLatest", { count: unseen })}
        </Button>
      )}
    </div>
  );
});

/** The index of the "New messages" line. -1: none. */
function newIndex(items: readonly TimelineItem<Bubble>[]): number {
  return items.findIndex(({ kind }) => kind === "new");
}

function heightOf(item: TimelineItem<Bubble> | undefined): number {
  return knownHeights.of(item?.key ?? "") ?? (item?.kind === "message" ? MESSAGE_PX : LINE_PX);
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b);
}
