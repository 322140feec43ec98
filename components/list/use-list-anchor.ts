"use client";

import type { ListShape } from "./list-shape.ts";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * Keeps the visible rows in place while rows arrive above them, and counts the new rows.
 * @param shape where the rows are.
 * @returns how many rows have arrived above since the top was last visible.
 */
export function useListAnchor(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  shape: ListShape,
): number {
  const before = useRef({ ids, shape });
  const { rowPx } = shape;
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  /** The scroll position in pixels, from the last scroll event. Reading it from the page would force a layout at each change. */
  const scrolled = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    const previous = before.current;
    before.current = { ids, shape };
    const isSame = previous.ids === ids && previous.shape === shape;
    if (!element || isSame || scrolled.current < rowPx / 2) return;
    const nowAt = new Map(ids.map((id, index) => [id, index]));
    // The anchor is the first visible row that is still in the list. It must not move.
    for (let index = previous.shape.indexAt(scrolled.current); index < previous.ids.length; index += 1) {
      const anchor = previous.ids[index];
      const newIndex = anchor === undefined ? undefined : nowAt.get(anchor);
      if (newIndex === undefined) continue;
      const wasAbove = new Set(previous.ids.slice(0, index));
      const fresh = ids.slice(0, newIndex).filter((id) => !wasAbove.has(id));
      if (fresh.length > 0) setArrived((all) => new Set([...all, ...fresh]));
      const moved = shape.topOf(newIndex) - previous.shape.topOf(index);
      if (moved === 0) return;
      scrolled.current += moved;
      element.scrollBy({ top: moved, behavior: "instant" });
      return;
    }
  }, [ids, shape, rowPx, scroller]);

  // An empty or loading list has no scroller yet.
  const hasRows = ids.length > 0;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasRows) return;
    const onScroll = () => {
      scrolled.current = element.scrollTop;
      if (scrolled.current < rowPx / 2) setArrived((all) => (all.size === 0 ? all : new Set()));
    };
    scrolled.current = 0;
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [rowPx, scroller, hasRows]);

  return arrived.size;
}
