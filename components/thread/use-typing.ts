"use client";

import { useSyncExternalStore } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";

/**
 * Who is writing in the conversation at this moment; null: nobody.
 * @param client what its client is called.
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
