"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** How long the cursor must rest on a row before the row opens, so that moving down the list loads nothing. */
const REST_MS = 120;
/** The longest wait for a conversation to open. */
const OPENING_MS = 5_000;

export type RowCursor = ReturnType<typeof useRowCursor>;

type List = { ids: readonly string[]; shownIdOf: (convId: string) => string };

/**
 * The focused row of the list. The keyboard moves it, and the open conversation follows. It counts in the loaded rows, not in the
 * rendered ones, and keeps its position when its row leaves the list.
 * @param openId the open conversation. Its row may be another one's (by-person.ts).
 */
export function useRowCursor({ ids, shownIdOf }: List, openId: string | null, open: (id: string) => void) {
  const [moved, setMoved] = useState<string | null>(null);
  /** Where the row of the focused conversation is, or was when it left the list. */
  const last = useRef<{ convId: string; index: number } | null>(null);
  const timer = useRef<number | undefined>(undefined);
  /** The row that opens when the rest time is over. */
  const pendingId = useRef<string | null>(null);
  /** The conversation that is opening. The address changes a moment later. */
  const opening = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    if (opening.current?.id === openId) opening.current = null;
  }, [openId]);
  const focusedConvId = moved ?? openId;
  const focusedId = focusedConvId === null ? null : shownIdOf(focusedConvId);

  const index = focusedId === null ? -1 : ids.indexOf(focusedId);
  useEffect(() => {
    if (index !== -1 && focusedConvId !== null) last.current = { convId: focusedConvId, index };
  }, [index, focusedConvId]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const openNew = useCallbackRef(open);
  /** Resets the keyboard cursor, so that the opened row is the focused one. Its identity is stable, so that rows do not render for it. */
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

  /** @param opens whether the row opens when the cursor rests on it. */
  function move(step: 1 | -1, opens = true): void {
    const from = index === -1 ? (last.current?.index ?? 0) - (step === 1 ? 1 : 0) : index;
    const next = ids[Math.min(ids.length - 1, Math.max(0, from + step))];
    if (next === undefined) return;
    setMoved(next);
    rest();
    if (!opens) return;
    pendingId.current = next;
    timer.current = window.setTimeout(() => openNow(next), REST_MS);
  }

  /** Cancels the pending opening. */
  function rest(): void {
    window.clearTimeout(timer.current);
    pendingId.current = null;
  }

  /**
   * Opens the pending row at once. An action right after a movement is meant for that row, not for the conversation open before.
   * @returns the conversation that the action has to wait for. null: it is open.
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
    /** Where the row of a conversation last was, if it was the focused one. -1: it was not. */
    placeOf: useCallbackRef((convId: string) => (last.current?.convId === convId ? last.current.index : -1)),
    openFocused: useCallbackRef(() => {
      if (focusedId) openNow(focusedId);
    }),
  };
  const [stable] = useState(ways);
  // Keep the identity while the cursor does not move, so that the list does not render.
  return useMemo(() => ({ ...stable, focusedId, focusedIndex: index, openNow }), [stable, focusedId, index, openNow]);
}
