"use client";

import { usePreferences } from "./use-preferences.ts";

/** Whether the rail shows icons only. The account keeps it. CSS collapses the rail on narrow screens as well. */
export function useRail() {
  const [{ panes }, change] = usePreferences();
  const isCollapsed = panes.views === false;
  return { isCollapsed, toggle: () => change({ panes: { ...panes, views: isCollapsed } }) };
}
