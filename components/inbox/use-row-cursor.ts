"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** How long a row must be rested on before it opens, so that running down the list loads nothing. */
const REST_MS = 120;

export type RowCursor = ReturnType<typeof useRowCursor>;

/**
 * The focused row of the list, which the keyboard moves; the open conversation follows. It counts in the data and not in what is
 * drawn, and remembers its place when its row leaves the list.
 */
export function useRowCursor(ids: readonly string[], openId: string | null, open: (id: string) => void) {
  const [moved, setMoved] = useState<string | null>(null);
  const lastIndex = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  const focusedId = moved ?? openId;

  const index = focusedId === null ? -1 : ids.indexOf(focusedId);
  useEffect(() => {
    if (index !== -1) lastIndex.current = index;
  }, [index]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** Forgets where the keyboard was: the opened row is the focused one. Stable, so that rows are not drawn anew for it. */
  const openNow = useCallback(
    (id: string): void => {
      window.clearTimeout(timer.current);
      setMoved(null);
      open(id);
    },
    [open],
  );

  function move(step: 1 | -1): void {
    const from = index === -1 ? lastIndex.current - (step === 1 ? 1 : 0) : index;
    const next = ids[Math.min(ids.length - 1, Math.max(0, from + step))];
    if (next === undefined) return;
    setMoved(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => openNow(next), REST_MS);
  }

  /** The row to go on with when this one leaves: the next, or the one before where it was the last. */
  function neighbour(id: string): string | null {
    const at = ids.indexOf(id);
    return at === -1 ? null : (ids[at + 1] ?? ids[at - 1] ?? null);
  }

  return {
    focusedId,
    focusedIndex: index,
    move,
    openNow,
    neighbour,
    openFocused: () => {
      if (focusedId) openNow(focusedId);
    },
  };
}
