"use client";

import { useActions } from "../keys/use-actions.ts";
import type { ContactSelection } from "./use-contact-selection.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";

type Table = {
  rows: readonly { id: string }[];
  focusedId: string | null;
  selection: ContactSelection;
  url: ContactsUrl;
  onFocus: (id: string, index: number) => void;
  onOpen: (id: string) => void;
};

/**
 * The table's keyboard control: moves the cursor, opens and selects the contact at the cursor. An open contact follows the
 * cursor.
 */
export function useTableKeys({ rows, focusedId, selection, url, onFocus, onOpen }: Table): void {
  const focusedIndex = rows.findIndex(({ id }) => id === focusedId);
  const focused = rows[focusedIndex] ?? null;
  const move = (step: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, focusedIndex + step));
    const row = rows[index];
    if (!row) return;
    onFocus(row.id, index);
    if (url.openId) url.go({ openId: row.id });
  };
  useActions({
    nextConv: () => move(1),
    previousConv: () => move(-1),
    openConv: focused ? () => onOpen(focused.id) : null,
    select: focused ? () => selection.toggle(focused.id) : null,
    selectRange: focused ? () => selection.toggle(focused.id, true) : null,
    selectAll: selection.toggleAll,
    leave: () => {
      if (selection.chosen.size > 0) return selection.clear();
      if (url.openId) return url.go({ openId: null });
      return false;
    },
  });
}
