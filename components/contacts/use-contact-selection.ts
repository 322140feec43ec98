"use client";

import { useState } from "react";

export type ContactSelection = ReturnType<typeof useContactSelection>;

/** The selected contacts, including range selection. Contacts that are no longer listed are not selected. */
export function useContactSelection(rows: readonly { id: string }[]) {
  const [picked, setChosen] = useState<ReadonlySet<string>>(new Set());
  const chosen: ReadonlySet<string> = new Set(rows.flatMap(({ id }) => (picked.has(id) ? [id] : [])));
  const [anchor, setAnchor] = useState<string | null>(null);

  /** Selects or deselects one contact. With `isRange`, all from the last one to this one. */
  function toggle(id: string, isRange = false) {
    const [from, to] = [rows.findIndex((row) => row.id === anchor), rows.findIndex((row) => row.id === id)];
    setAnchor(id);
    if (isRange && from !== -1 && to !== -1) {
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      return setChosen(new Set([...chosen, ...range.map((row) => row.id)]));
    }
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  return {
    chosen,
    isAll,
    toggle,
    toggleAll: () => setChosen(isAll ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}
