"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import type { Earlier } from "./use-earlier-convs.ts";
import type { ThreadView } from "./use-thread.ts";

type Needs = {
  scroller: RefObject<HTMLElement | null>;
  thread: ThreadView;
  earlier: Earlier;
  /** Whether the newest message is being read. */
  isAtEnd: boolean;
  /** The lines in sight, and how many there are: when they change the edges may have come near. */
  range: { startIndex: number; endIndex: number } | null;
  count: number;
};

/** So close to an edge of what is loaded the page beyond it is asked for. */
const EDGE_PX = 600;

/** Loads what lies beyond the edges of the log when they come near. */
export function useLogEdges({ scroller, thread: { log, isLoading }, earlier, isAtEnd, range, count }: Needs): void {
  const loadEdges = useEffectEvent(() => {
    const box = scroller.current;
    if (!box || isLoading || earlier.isLoading) return;
    // Where the page really stands: the library hears of it with the next scroll event.
    const isNearStart = box.scrollTop < EDGE_PX;
    const isNearEnd = box.scrollHeight - box.clientHeight - box.scrollTop < EDGE_PX;
    if (log.hasOlder && isNearStart) void log.loadOlder();
    else if (log.hasNewer && isNearEnd) void log.loadNewer();
    // Into the conversation before by scrolling up; who only looks at a short one goes there by its button.
    else if (!log.hasOlder && earlier.hasOlder && !isAtEnd && isNearStart) void earlier.goOn();
  });
  const { startIndex, endIndex } = range ?? {};
  useEffect(() => loadEdges(), [log, earlier, isLoading, isAtEnd, startIndex, endIndex, count]);
}
