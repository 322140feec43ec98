"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useMessageVisits } from "./linked-message.ts";

/**
 * Shows the message that the address names (`?message=`), once the conversation is there, and again when it names another or the same
 * one is asked for once more.
 */
export function useLinkedMessage(jumpTo: (messageId: string) => Promise<void>, isReady: boolean): void {
  const messageId = useSearchParams().get("message");
  const visits = useMessageVisits();
  useEffect(() => {
    if (isReady && messageId) void jumpTo(messageId);
  }, [isReady, messageId, jumpTo, visits]);
}
