"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** How long a row must be rested on before it opens, so that running down the list loads nothing. */
const REST_MS = 120;
/** An opening that takes longer is not waited for. */
const OPENING_MS = 5_000;

export type RowCursor = ReturnType<typeof useRowCursor>;

/**
 * The focused row of the list, which the keyboard moves; the open conversation follows. It counts in the data and not in what is
 * drawn, and remembers its place when its row leaves the list.
 */
export function useRowCursor(ids: readonly string[], openId: string | null, open: (id: string) => void) {
  const [moved, setMoved] = useState<string | null>(null);
  const lastIndex = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  /** The row that opens once it has been rested on. */
  const pendingId = useRef<string | null>(null);
  /** What is on its way to be open: the address follows a moment later. */
  const opening = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    if (opening.current?.id === openId) opening.current = null;
  }, [openId]);
  const focusedId = moved ?? openId;

  const index = focusedId === null ? -1 : ids.indexOf(focusedId);
  useEffect(() => {
    if (index !== -1) lastIndex.current = index;
  }, [index]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const openNew = useCallbackRef(open);
  /** Forgets where the keyboard was: the opened row is the focused one. Stable, so that rows are not drawn anew for it. */
  const openNow = useCallback(
    (id: string): void => {
      window.clearTimeout(timer.current);
      pendingId.current = null;
      opening.current = { id, at: performance.now() };
      setMoved(null);
      openNew(id);
    },
    [openNew],
  );

  /** @param opens whether the row opens once it is rested on. */
  function move(step: 1 | -1, opens = true): void {
    const from = index === -1 ? lastIndex.current - (step === 1 ? 1 : 0) : index;
    const next = ids[Math.min(ids.length - 1, Math.max(0, from + step))];
    if (next === undefined) return;
    setMoved(next);
    rest();
    if (!opens) return;
    pendingId.current = next;
    timer.current = window.setTimeout(() => openNow(next), REST_MS);
  }

  /** Nothing opens by itself any more. */
  function rest(): void {
    window.clearTimeout(timer.current);
    pendingId.current = null;
  }

  /**
   * Opens at once what is rested on: an action that follows on the movement is meant for it, and not for what was open before.
   * @returns what the action has to wait for; null: it is open.
   */
  function settle(): string | null {
    const id = pendingId.current;
    if (id !== null) openNow(id);
    const next = opening.current;
    return next && next.id !== openId && performance.now() - next.at < OPENING_MS ? next.id : null;
  }

  const ways = {
    move: useCallbackRef(move),
    rest: useCallbackRef(rest),
    settle: useCallbackRef(settle),
    openFocused: useCallbackRef(() => {
      if (focusedId) openNow(focusedId);
    }),
  };
  const [stable] = useState(ways);
  // The same as long as the cursor stands where it stood: the list is not drawn again for it.
  return useMemo(() => ({ ...stable, focusedId, focusedIndex: index, openNow }), [stable, focusedId, index, openNow]);
}
