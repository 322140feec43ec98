"use client";

import { useSyncExternalStore } from "react";
import { useInbox } from "./inbox-context.tsx";
import { NOBODY, type Presence } from "./presence-store.ts";

/** The colleagues who view the conversation now, and those who are writing to its contact. */
export function usePresence(convId: string): Presence {
  const { presence } = useInbox();
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.of(convId),
    () => NOBODY,
  );
}
