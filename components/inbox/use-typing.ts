"use client";

import { useSyncExternalStore } from "react";
import { useInbox } from "./inbox-context.tsx";

/** Whether the conversation's client is writing at this moment. */
export function useTyping(convId: string): boolean {
  const { typing } = useInbox();
  return useSyncExternalStore(
    typing.subscribe,
    () => typing.isTyping(convId),
    () => false,
  );
}
