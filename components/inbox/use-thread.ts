"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { Message } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { stillLocal } from "./outbox.ts";
import type { OutboxEntry } from "./outbox.ts";
import { loadOlder, threadQuery } from "./queries.ts";

/** A message on the screen: the server's, or one that is still in this browser's outbox. */
export type Bubble = Message & { local: OutboxEntry | null };

const NO_ENTRIES: OutboxEntry[] = [];
/** After an answer that did not come. */
const OLDER_AGAIN_MS = 3_000;

/** The open conversation's messages, oldest first, the unsent ones last. */
export function useThread(convId: string) {
  const { workspaceId, viewer, userId, cache, outbox } = useInbox();
  const query = useQuery(threadQuery(workspaceId, convId));
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries, () => NO_ENTRIES);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const messages = query.data?.messages;

  const bubbles = useMemo((): Bubble[] => {
    const known = messages ?? [];
    const mine = entries.filter((entry) => entry.convId === convId && entry.userId === userId);
    const locals = stillLocal(mine, known, viewer.agentId);
    return [
      ...known.map((message) => ({ ...message, local: null })),
      ...locals.map((entry) => bubbleOf(entry, viewer.agentId)),
    ];
  }, [messages, entries, convId, userId, viewer.agentId]);

  const hasOlder = Boolean(query.data?.olderCursor);
  const older = useCallback(async () => {
    setLoadingOlder(true);
    try {
      await loadOlder(workspaceId, convId, cache.client);
    } catch {
      // The log asks again as long as its beginning is looked at; the notice of the connection says why nothing came.
      await new Promise((resolve) => setTimeout(resolve, OLDER_AGAIN_MS));
    } finally {
      setLoadingOlder(false);
    }
  }, [workspaceId, convId, cache.client]);

  return { query, bubbles, hasOlder, isLoadingOlder, loadOlder: older };
}

/** The sequence number a new message is known to come after. */
export function newestSeq(bubbles: readonly Bubble[]): number {
  return bubbles.reduce((newest, bubble) => (bubble.local ? newest : Math.max(newest, bubble.seq)), 0);
}

/** What is known of a file that was uploaded here. */
const SENT_FILE = { contentType: null, sizeBytes: null, state: "ready", error: null };

function bubbleOf(entry: OutboxEntry, agentId: string | null): Bubble {
  return {
    messageId: entry.id,
    seq: Number.MAX_SAFE_INTEGER,
    convId: entry.convId,
    content: entry.content,
    caption: entry.caption,
    type: entry.type,
    noteType: entry.type === "note" ? "internal" : null,
    isAgent: true,
    agentId,
    aiId: null,
    senderName: null,
    status: entry.refusal === null ? "pending" : "failed",
    error: entry.refusal,
    editedAt: null,
    removedAt: null,
    isUnsupported: false,
    sentElsewhere: false,
    replyToMessageId: entry.replyToMessageId,
    replyContext: null,
    reactions: [],
    media: entry.fileName === null ? null : { ...SENT_FILE, fileName: entry.fileName },
    resendOfId: null,
    sourceType: null,
    sourceUrl: null,
    providerAt: null,
    createdAt: entry.createdAt,
    local: entry,
  };
}
