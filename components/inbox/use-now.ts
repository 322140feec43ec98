"use client";

import { useSyncExternalStore } from "react";

/** A clock that all who look at it share: one timer, and none while nobody looks. */
function createClock(tickMs: number) {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  let now = Date.now();

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
  return { subscribe, read: () => now };
}

const slow = createClock(30_000);
const quick = createClock(1_000);

/** The time in milliseconds, from one timer for the whole screen, half a minute exact. */
export function useNow(): number {
  return useSyncExternalStore(slow.subscribe, slow.read, slow.read);
}

/** The same, exact to the second: for what counts down. */
export function useSecond(): number {
  return useSyncExternalStore(quick.subscribe, quick.read, quick.read);
}
