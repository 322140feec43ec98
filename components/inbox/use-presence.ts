"use client";

import { useSyncExternalStore } from "react";
import { useInbox } from "./inbox-context.tsx";
import { NOBODY, type Presence } from "./presence-store.ts";

/** Which colleagues look at the conversation at this moment, and which of them write to its client. */
export function usePresence(convId: string): Presence {
  const { presence } = useInbox();
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.of(convId),
    () => NOBODY,
  );
}
