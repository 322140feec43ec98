"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { usePreferences } from "../shell/use-preferences.ts";

/** From this width on, the details have a column of their own: 1,440 px. */
const ROOM_FOR_DETAILS = "(min-width: 90em)";
/** List, thread and details are three screens. */
export const PHONE = "(max-width: 47.99em)";

/** Whether the details have a column of their own: there is room, and the person wants it. */
export function useDetailsColumn() {
  const [{ panes }] = usePreferences();
  const hasRoom = useMediaQuery(ROOM_FOR_DETAILS) ?? false;
  const isWanted = panes.details ?? true;
  return { hasRoom, isWanted, isPinned: hasRoom && isWanted };
}

/** Which panes are shown and how wide the list is. The account keeps it. On narrow screens the details cover the thread. */
export function usePanes() {
  const [{ panes }, change] = usePreferences();
  const { hasRoom, isWanted, isPinned } = useDetailsColumn();
  const isPhone = useMediaQuery(PHONE) ?? false;
  const [isOverlaid, setOverlaid] = useState(false);
  return {
    isPhone,
    /** undefined: the usual width of this window. */
    listWidth: panes.list,
    setListWidth: (list: number) => change({ panes: { ...panes, list } }),
    details: {
      isPinned,
      isOverlaid: !hasRoom && isOverlaid,
      toggle: () =>
        hasRoom ? change({ panes: { ...panes, details: !isWanted } }) : setOverlaid((isShown) => !isShown),
      close: () => setOverlaid(false),
    },
  };
}
