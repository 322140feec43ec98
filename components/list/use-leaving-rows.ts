"use client";

import { useEffect, useState } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { leavingRows, type Leaving } from "./leaving-rows.ts";

/** As long as the styles take to close the gap. */
const COLLAPSE_MS = 150;

/**
 * Rows that have left the list a moment ago, to be seen going.
 * @param listKey what the list is asked for: rows that another question does not answer have not left anything.
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
  // What came back meanwhile (undo) is drawn by the list.
  return leaving.filter(({ row }) => !rows.some(({ id }) => id === row.id));
}
