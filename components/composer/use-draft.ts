"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLiveOwn } from "../shell/live.tsx";
import { afterPaint } from "../inbox/after-paint.ts";
import { EMPTY, type DraftContent, type DraftRecord, type ComposerMode } from "./draft-store.ts";
import { draftsOf, readDrafts } from "./drafts.ts";
import { useInbox } from "../inbox/inbox-context.tsx";

/** Synchronizes a conversation's drafts with the service. Use it once, in the component that shows them. */
export function useDraftSync(convId: string): void {
  const { workspaceId, userId } = useInbox();
  const client = useQueryClient();
  const store = draftsOf(workspaceId, userId);
  const queryKey = useMemo(() => ["inbox", workspaceId, "drafts", convId], [workspaceId, convId]);
  const kept = useQuery({
    queryKey,
    queryFn: async () => {
      await afterPaint();
      const askedAt = Date.now();
      return { askedAt, drafts: await readDrafts(workspaceId, convId) };
    },
    // Drop the cache: a draft from an earlier visit may have been sent since.
    gcTime: 0,
  }).data;
  useEffect(() => {
    if (kept) store.meet(convId, kept.drafts, kept.askedAt);
  }, [store, convId, kept]);
  useLiveOwn((news) => {
    if (news.what === "draft" && news.convId === convId) void client.invalidateQueries({ queryKey });
  });
}

/** Reads and changes a draft at any moment. Changes render nothing. */
export type Draft = {
  now: () => DraftRecord;
  change: (content: Partial<DraftContent>) => void;
  sent: () => void;
  /** @returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

/** The draft of a conversation in one mode. Its identity is stable. Use `useDraftPart` to render its changes. */
export function useDraft(convId: string, mode: ComposerMode): Draft {
  const { workspaceId, userId } = useInbox();
  const store = draftsOf(workspaceId, userId);
  return useMemo(() => {
    const place = { convId, mode };
    return {
      now: () => store.get(place),
      change: (content) => store.set(place, content),
      sent: () => store.sent(place),
      subscribe: store.subscribe,
    };
  }, [convId, mode, store]);
}

/**
 * One part of a draft. The component renders when this part changes, and not at each keystroke.
 * @param part must return the same value while nothing has changed. Do not return a new object each time.
 */
export function useDraftPart<Part>({ now, subscribe }: Draft, part: (draft: DraftRecord) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => part(now()),
    () => part(EMPTY),
  );
}
