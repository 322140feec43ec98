"use client";

import { createContext, useContext } from "react";

/** When the service drew the page; milliseconds. */
export const DrawnAt = createContext(0);

/** What the browser draws first must say the time that the service said. */
export function useDrawnAt(): number {
  return useContext(DrawnAt);
}
