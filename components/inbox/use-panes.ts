"use client";

import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { usePreferences } from "../shell/preferences.ts";
import { LIST_WIDTH } from "./pane-width.ts";

/** From this width on, the thread keeps 480 px next to all other panes. From the one below, it does without the views. */
const ROOM_FOR_ALL = "(min-width: 87.5em)";
const ROOM_FOR_VIEWS = "(min-width: 80em)";
const PHONE = "(max-width: 47.99em)";

/** Which panes are shown and how wide the list is. The account keeps it. On narrow screens the details cover the thread. */
export function usePanes() {
  const [{ panes }, change] = usePreferences();
  const hasAllRoom = useMediaQuery(ROOM_FOR_ALL) ?? false;
  const hasViewsRoom = useMediaQuery(ROOM_FOR_VIEWS) ?? false;
  const isPhone = useMediaQuery(PHONE) ?? false;
  const [isOverlaid, setOverlaid] = useState(false);
  const areViewsWanted = panes.views ?? true;
  const hasDetailsRoom = hasAllRoom || (hasViewsRoom && !areViewsWanted);
  const areDetailsWanted = panes.details ?? true;
  return {
    isPhone,
    /** Whether to show the views if there is room. CSS checks the width, because the first render does not know it. */
    areViewsWanted,
    /** null: the window is too narrow for the column. */
    toggleViews: hasViewsRoom ? () => change({ panes: { ...panes, views: !areViewsWanted } }) : null,
    listWidth: panes.list ?? LIST_WIDTH.usual,
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
