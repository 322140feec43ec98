"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useLiveOwn } from "../shell/live.tsx";
import { EMPTY } from "./draft-store.ts";
import type { DraftContent, DraftRecord } from "./draft-store.ts";
import { draftsOf, readDrafts } from "./drafts.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";

/** What is written in a conversation in one mode, how to change it, and to have done with it. */
export function useDraft(convId: string, mode: ComposerMode) {
  const { workspaceId, userId } = useInbox();
  const client = useQueryClient();
  const store = draftsOf(workspaceId, userId);
  const queryKey = useMemo(() => ["inbox", workspaceId, "drafts", convId], [workspaceId, convId]);
  const kept = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
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
  const place = useMemo(() => ({ convId, mode }), [convId, mode]);
  const draft: DraftRecord = useSyncExternalStore(
    store.subscribe,
    () => store.get(place),
    () => EMPTY,
  );
  return useMemo(
    () => ({
      draft,
      change: (content: Partial<DraftContent>) => store.set(place, content),
      sent: () => store.sent(place),
    }),
    [draft, store, place],
  );
}
