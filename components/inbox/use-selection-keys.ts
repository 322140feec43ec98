"use client";

import { useActions } from "../keys/use-actions.ts";
import { selection, useSelectedIds } from "./selection.ts";

/** The selection by keys: one row, everything up to it, all that is loaded; Escape lets go of it before anything else. */
export function useSelectionKeys(ids: readonly string[], focusedId: string | null): void {
  const isEmpty = useSelectedIds().size === 0;
  useActions({
    select: focusedId ? () => selection.toggle(focusedId) : null,
    selectRange: focusedId ? () => selection.range(focusedId, ids) : null,
    selectAll: ids.length > 0 ? () => selection.all(ids) : null,
    ...(isEmpty ? {} : { leave: () => selection.clear() }),
  });
}
