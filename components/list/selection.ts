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
    /** @param convIds the conversations that the row stands for. */
    toggle(id: string, convIds: readonly string[] = [id]) {
      const ids = new Set(selection.ids);
      const isOn = convIds.some((each) => ids.has(each));
      for (const each of convIds)
        if (isOn) ids.delete(each);
        else ids.add(each);
      set({ ids, anchorId: id });
    },
    /** Selects the range from the last row selected by itself to this one, both included, in list order. */
    range(id: string, order: readonly string[], convIdsOf: (rowId: string) => readonly string[] = (rowId) => [rowId]) {
      const to = order.indexOf(id);
      const from = selection.anchorId === null ? to : order.indexOf(selection.anchorId);
      if (to === -1) return;
      const between = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      set({ ids: new Set([...selection.ids, ...between.flatMap(convIdsOf)]), anchorId: selection.anchorId ?? id });
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

/** Whether one of a row's conversations is selected. The component renders only when that changes. */
export function useIsSelected(convIds: readonly string[]): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => convIds.some((id) => selection.get().ids.has(id)),
    () => false,
  );
}
