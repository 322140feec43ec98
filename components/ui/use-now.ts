"use client";

import { useSyncExternalStore } from "react";
import { useDrawnAt } from "../i18n/drawn-at.ts";

/** A shared clock: one timer for all subscribers, and none without subscribers. */
function createClock(tickMs: number) {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  let now = 0;

  /** @param drawnAt when the page was rendered. If that is within this tick, the page does not render again. */
  function read(drawnAt: number): number {
    // During hydration, components subscribe before they read.
    const isSet = timer === undefined ? Math.abs(Date.now() - now) < tickMs : now > 0;
    if (!isSet) now = Math.abs(Date.now() - drawnAt) < tickMs ? drawnAt : Date.now();
    return now;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    timer ??= window.setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, tickMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        window.clearInterval(timer);
        timer = undefined;
      }
    };
  }
  return { subscribe, read };
}

const slow = createClock(30_000);
const quick = createClock(1_000);

/** The time in milliseconds, accurate to half a minute. One timer serves the whole screen. */
export function useNow(): number {
  return useClock(slow);
}

/** The time accurate to the second, for countdowns. */
export function useSecond(): number {
  return useClock(quick);
}

function useClock({ subscribe, read }: ReturnType<typeof createClock>): number {
  const drawnAt = useDrawnAt();
  return useSyncExternalStore(
    subscribe,
    () => read(drawnAt),
    () => drawnAt,
  );
}
