"use client";

import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/**
 * Keeps what the agent is looking at where it is while rows arrive above it, and counts those.
 * @param rowPx height of every row.
 * @returns how many rows came in above since the top was last in sight.
 */
export function useListAnchor(scroller: RefObject<HTMLElement | null>, ids: readonly string[], rowPx: number): number {
  const before = useRef<readonly string[]>(ids);
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());

  useLayoutEffect(() => {
    const element = scroller.current;
    const previous = before.current;
    before.current = ids;
    if (!element || previous === ids || element.scrollTop < rowPx / 2) return;
    const nowAt = new Map(ids.map((id, index) => [id, index]));
    // The first row in sight that is still in the list is the one that must not move.
    for (let index = Math.floor(element.scrollTop / rowPx); index < previous.length; index += 1) {
      const anchor = previous[index];
      const newIndex = anchor === undefined ? undefined : nowAt.get(anchor);
      if (newIndex === undefined) continue;
      const wasAbove = new Set(previous.slice(0, index));
      const fresh = ids.slice(0, newIndex).filter((id) => !wasAbove.has(id));
      if (fresh.length > 0) setArrived((all) => new Set([...all, ...fresh]));
      element.scrollBy({ top: (newIndex - index) * rowPx, behavior: "instant" });
      return;
    }
  }, [ids, rowPx, scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      if (element.scrollTop < rowPx / 2) setArrived((all) => (all.size === 0 ? all : new Set()));
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [rowPx, scroller]);

  return arrived.size;
}
