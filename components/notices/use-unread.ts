"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { inboxKeys } from "../inbox/queries.ts";
import { useUnreadTotal } from "../list/use-view-counts.ts";
import { paths } from "../paths.ts";
import { useLiveEvents, useLiveOwn } from "../shell/live.tsx";

/** Minimum interval between counts. Counting is expensive, and other pages do not need it more often. */
const AGAIN_MS = 3_000;

/**
 * The number of unread conversations, on every page. The inbox counts them itself. Elsewhere they are counted again after new
 * messages.
 */
export function useUnread(workspaceId: number): number {
  const client = useQueryClient();
  const isInInbox = usePathname().startsWith(paths.inbox(workspaceId));
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function countSoon(): void {
    if (isInInbox) return;
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: inboxKeys.counts(workspaceId) });
    }, AGAIN_MS);
  }
  useLiveEvents((changes) => {
    if (changes.some(({ convId }) => convId)) countSoon();
  });
  useLiveOwn(({ what }) => {
    if (what === "read") countSoon();
  });
  return useUnreadTotal();
}
