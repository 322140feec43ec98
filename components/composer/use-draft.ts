"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLiveOwn } from "../shell/live.tsx";
import { afterPaint } from "../inbox/after-paint.ts";
import { EMPTY, type DraftContent, type DraftRecord, type ComposerMode } from "./draft-store.ts";
import { draftsOf, readDrafts } from "./drafts.ts";
import { useInbox } from "../inbox/inbox-context.tsx";

/** Keeps a conversation's drafts the same as those that the service has: once in what shows them. */
export function useDraftSync(convId: string): void {
  const { workspaceId, userId } = useInbox();
  const client = useQueryClient();
  const store = draftsOf(workspaceId, userId);
  const queryKey = useMemo(() => ["inbox", workspaceId, "drafts", convId], [workspaceId, convId]);
  const kept = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await afterPaint();
      const askedAt = Date.now();
      return { askedAt, drafts: await readDrafts(workspaceId, convId, signal) };
    },
    // What was read at another visit may have been sent since.
    gcTime: 0,
  }).data;
  useEffect(() => {
    if (kept) store.meet(convId, kept.drafts, kept.askedAt);
  }, [store, convId, kept]);
  useLiveOwn((news) => {
    if (news.what === "draft" && news.convId === convId) void client.invalidateQueries({ queryKey });
  });
}

/** A draft as it can be read and changed at any moment, without drawing anything when it changes. */
export type Draft = {
  now: () => DraftRecord;
  change: (content: Partial<DraftContent>) => void;
  sent: () => void;
  /** @returns what ends it. */
  subscribe: (listener: () => void) => () => void;
};

/** What is written in a conversation in one mode. Of one identity: `useDraftPart` is what follows it. */
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
 * What somebody needs to know of a draft: they are drawn again when that changes, and not with each letter.
 * @param part the same value as long as nothing of it has changed: no object that is made anew.
 */
export function useDraftPart<Part>({ now, subscribe }: Draft, part: (draft: DraftRecord) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => part(now()),
    () => part(EMPTY),
  );
}
