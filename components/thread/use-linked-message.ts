"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useMessageVisits } from "./linked-message.ts";

/**
 * Shows the message in the address (`?message=`) after the conversation has loaded. Repeats when the address names another message or the
 * same one is requested again.
 */
export function useLinkedMessage(jumpTo: (messageId: string) => Promise<void>, isReady: boolean): void {
  const messageId = useSearchParams().get("message");
  const visits = useMessageVisits();
  useEffect(() => {
    if (isReady && messageId) void jumpTo(messageId);
  }, [isReady, messageId, jumpTo, visits]);
}
