"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { usePreferences } from "../shell/use-preferences.ts";

/** From this width on, the details have a column of their own: 1,440 px. */
export const ROOM_FOR_DETAILS = "(min-width: 90em)";
/** List, thread and details are three screens. */
export const PHONE = "(max-width: 47.99em)";

/** Which panes are shown and how wide the list is. The account keeps it. On narrow screens the details cover the thread. */
export function usePanes() {
  const [{ panes }, change] = usePreferences();
  const hasDetailsRoom = useMediaQuery(ROOM_FOR_DETAILS) ?? false;
  const isPhone = useMediaQuery(PHONE) ?? false;
  const [isOverlaid, setOverlaid] = useState(false);
  const areDetailsWanted = panes.details ?? true;
  return {
    isPhone,
    /** undefined: the usual width of this window. */
    listWidth: panes.list,
    setListWidth: (list: number) => change({ panes: { ...panes, list } }),
    details: {
      isPinned: hasDetailsRoom && areDetailsWanted,
      isOverlaid: !hasDetailsRoom && isOverlaid,
      toggle: () =>
        hasDetailsRoom
          ? change({ panes: { ...panes, details: !areDetailsWanted } })
          : setOverlaid((isShown) => !isShown),
      close: () => setOverlaid(false),
    },
  };
}
