"use client";

import { useSyncExternalStore } from "react";
import { useDrawnAt } from "../i18n/drawn-at.ts";

/** A clock that all who look at it share: one timer, and none while nobody looks. */
function createClock(tickMs: number) {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  let now = 0;

  /** @param drawnAt when the page was drawn: what was drawn within this tick is not drawn again for it. */
  function read(drawnAt: number): number {
    // What the browser takes over from the service subscribes before it reads.
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

/** The time in milliseconds, from one timer for the whole screen, half a minute exact. */
export function useNow(): number {
  return useClock(slow);
}

/** The same, exact to the second: for what counts down. */
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
