"use client";

import { useEffect, useRef } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { useInbox } from "./inbox-context.tsx";
import { MARK_CONV_READ } from "./mutation-documents.ts";
import { unreadSeq } from "./unread-seq.ts";
import type { Bubble } from "./use-thread.ts";

/**
 * Tells the client that their last message was read, once it stands in a tab that is looked at. Only while it is the last word: who
 * has answered has shown it already. The service says it to the provider once, whoever reads.
 */
export function useMarkRead(convId: string, bubbles: readonly Bubble[]): void {
  const { workspaceId } = useInbox();
  const toldSeq = useRef(0);
  const seq = unreadSeq(bubbles);

  useEffect(() => {
    function tell(): void {
      if (seq === null || seq <= toldSeq.current || document.visibilityState !== "visible") return;
      toldSeq.current = seq;
      gqlRequest(MARK_CONV_READ, { workspaceId, convId }).catch(() => {
        // The next message, or the next visit, says it again.
        toldSeq.current = 0;
      });
    }
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [workspaceId, convId, seq]);
}
