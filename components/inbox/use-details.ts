"use client";

import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { useState } from "react";

/** From this width on the details have a pane of their own and the thread keeps 480 px beside it; below they lie over it. */
const ROOM_FOR_DETAILS = "(min-width: 87.5em)";

/** Whether the details are shown: pinned on wide screens, and remembered; laid over the thread for a moment elsewhere. */
export function useDetails() {
  const hasRoom = useMediaQuery(ROOM_FOR_DETAILS) ?? false;
  const [isWanted, setWanted] = useLocalStorage({ key: "inbox-details", defaultValue: true });
  const [isOverlay, setOverlay] = useState(false);
  return {
    isPinned: hasRoom && isWanted,
    isOverlaid: !hasRoom && isOverlay,
    toggle: () => (hasRoom ? setWanted((wanted) => !wanted) : setOverlay((open) => !open)),
    close: () => setOverlay(false),
  };
}
