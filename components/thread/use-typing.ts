"use client";

import { useSyncExternalStore } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";

/**
 * The name of the person who is typing in the conversation. null: no one.
 * @param client the contact's name.
 */
export function useTyping(convId: string, client: string): string | null {
  const { typing } = useInbox();
  const writer = useSyncExternalStore(
    typing.subscribe,
    () => typing.writer(convId),
    () => null,
  );
  return writer === "client" ? client : (writer?.slice("assistant ".length) ?? null);
}
