"use client";

import { useEffect, useState } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { leavingRows, type Leaving } from "./leaving-rows.ts";

/** The duration of the collapse animation in the styles. */
const COLLAPSE_MS = 150;

/**
 * Rows that have just left the list, for the animation.
 * @param listKey identifies the list's query. Rows that another query does not return have not left.
 */
export function useLeavingRows(rows: readonly ConvRow[], listKey: string): Leaving<ConvRow>[] {
  const [before, setBefore] = useState({ rows, listKey });
  const [leaving, setLeaving] = useState<Leaving<ConvRow>[]>([]);
  if (before.rows !== rows || before.listKey !== listKey) {
    setBefore({ rows, listKey });
    const left = before.listKey === listKey ? leavingRows(before.rows, rows) : [];
    if (left.length > 0) setLeaving(left);
  }
  useEffect(() => {
    if (leaving.length === 0) return;
    const timer = window.setTimeout(() => setLeaving([]), COLLAPSE_MS);
    return () => window.clearTimeout(timer);
  }, [leaving]);
  // The list itself renders rows that have come back since (undo).
  return leaving.filter(({ row }) => !rows.some(({ id }) => id === row.id));
}
