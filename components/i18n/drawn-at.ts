"use client";

import { createContext, useContext } from "react";

/** When the service rendered the page, in milliseconds. */
export const DrawnAt = createContext(0);

/** The browser's first render must use the service's time, or the two would differ. */
export function useDrawnAt(): number {
  return useContext(DrawnAt);
}
