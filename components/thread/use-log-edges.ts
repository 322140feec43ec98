"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Earlier } from "./use-earlier-convs.ts";
import type { ThreadView } from "./use-thread.ts";

type Needs = {
  scroller: RefObject<HTMLElement | null>;
  thread: ThreadView;
  earlier: Earlier;
  /** Whether the log is at its newest message. */
  isAtEnd: boolean;
  /** The visible lines and the number of all lines. A change may have brought an edge near. */
  range: { startIndex: number; endIndex: number } | null;
  count: number;
};

/** At this distance from an edge of the loaded part, the next page is requested. */
const EDGE_PX = 600;

/** Loads more messages when an edge of the log comes near. */
export function useLogEdges({ scroller, thread: { log, isLoading }, earlier, isAtEnd, range, count }: Needs): void {
  const loadEdges = useEffectEvent(() => {
    const box = scroller.current;
    if (!box || isLoading || earlier.isLoading) return;
    // Read the real scroll position. The library gets it only with the next scroll event.
    const isNearStart = box.scrollTop < EDGE_PX;
    const isNearEnd = box.scrollHeight - box.clientHeight - box.scrollTop < EDGE_PX;
    if (log.hasOlder && isNearStart) void log.loadOlder();
    else if (log.hasNewer && isNearEnd) void log.loadNewer();
    // Scrolling up continues into the earlier conversation. In a short log that does not scroll, the button does.
    else if (!log.hasOlder && earlier.hasOlder && !isAtEnd && isNearStart) void earlier.goOn();
  });
  const { startIndex, endIndex } = range ?? {};
  useEffect(() => loadEdges(), [log, earlier, isLoading, isAtEnd, startIndex, endIndex, count]);
}
