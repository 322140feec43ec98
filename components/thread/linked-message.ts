"use client";

import { useSyncExternalStore } from "react";

let visits = 0;
const listeners = new Set<() => void>();

/** Reports that a link requested a message. Needed because a second request for the same message does not change the address. */
export function askForMessage(): void {
  visits += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A counter that increases with each request. */
export function useMessageVisits(): number {
  return useSyncExternalStore(
    subscribe,
    () => visits,
    () => 0,
  );
}
