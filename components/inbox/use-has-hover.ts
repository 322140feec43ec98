"use client";

import { useSyncExternalStore } from "react";

let query: MediaQueryList | undefined;
const asked = () => (query ??= window.matchMedia("(hover: hover)"));

function subscribe(listener: () => void): () => void {
  asked().addEventListener("change", listener);
  return () => asked().removeEventListener("change", listener);
}

/** Whether a pointer can be over something before it presses it; a finger cannot. One question for all who ask. */
export function useHasHover(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => asked().matches,
    () => true,
  );
}
