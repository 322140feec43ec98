"use client";

import { useSyncExternalStore } from "react";

let visits = 0;
const listeners = new Set<() => void>();

/** A message was asked for by a link: also the one that the address names already, which the address cannot say again. */
export function askForMessage(): void {
  visits += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Grows each time that a message is asked for. */
export function useMessageVisits(): number {
  return useSyncExternalStore(
    subscribe,
    () => visits,
    () => 0,
  );
}
