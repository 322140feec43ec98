"use client";

import { useSyncExternalStore } from "react";

type Selection = {
  ids: ReadonlySet<string>;
  /** The start of a range: the last row selected by itself. */
  anchorId: string | null;
};

const NOTHING: Selection = { ids: new Set(), anchorId: null };

/** The selected rows of the list, across its pages. */
export function createSelection() {
  let selection = NOTHING;
  const listeners = new Set<() => void>();

  function set(next: Selection) {
    if (next === selection) return;
    selection = next;
    for (const listener of listeners) listener();
  }

  return {
    get: () => selection,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle(id: string) {
      const ids = new Set(selection.ids);
      if (!ids.delete(id)) ids.add(id);
      set({ ids, anchorId: id });
    },
    /** Selects the range from the last row selected by itself to this one, both included, in list order. */
    range(id: string, order: readonly string[]) {
      const to = order.indexOf(id);
      const from = selection.anchorId === null ? to : order.indexOf(selection.anchorId);
      if (to === -1) return;
      const between = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      set({ ids: new Set([...selection.ids, ...between]), anchorId: selection.anchorId ?? id });
    },
    all(ids: readonly string[]) {
      set({ ids: new Set(ids), anchorId: selection.anchorId });
    },
    clear() {
      if (selection.ids.size > 0 || selection.anchorId !== null) set(NOTHING);
    },
  };
}

/** The selection of the page's only list. */
export const selection = createSelection();

/** The selected ids. The component renders with every change. */
export function useSelectedIds(): ReadonlySet<string> {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.get().ids,
    () => NOTHING.ids,
  );
}

/** Whether this row is selected. The component renders only when that changes. */
export function useIsSelected(id: string): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.get().ids.has(id),
    () => false,
  );
}
