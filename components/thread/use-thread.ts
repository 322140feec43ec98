"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { failed } from "../ui/toasts.tsx";
import type { Message } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { stillLocal, type OutboxEntry } from "../offline/outbox.ts";
import { inboxKeys, loadOlder, threadQuery, type Stretch } from "../inbox/queries.ts";
import { dropStretch, loadAround, loadBeside } from "../messages/stretch.ts";

/** A message on the screen: the server's, or one still in this browser's outbox. */
export type Bubble = Message & { local: OutboxEntry | null };

const NO_ENTRIES: OutboxEntry[] = [];
/** Wait before the retry after a failed read. */
const AGAIN_MS = 3_000;
/** How long the target of a jump is highlighted. */
const TARGET_MS = 2_000;

/** The target of a jump. `no` distinguishes two jumps to the same message. */
export type Target = { messageId: string; no: number };

/**
 * The open conversation's messages, oldest first, with unsent ones last. The log shows these, or a stretch around the target after a
 * jump to an older message.
 */
export function useThread(convId: string) {
  const t = useTranslations("inbox");
  const { workspaceId, viewer, userId, cache, outbox } = useInbox();
  const { client } = cache;
  const query = useQuery(threadQuery(workspaceId, convId));
  const stretch = useQuery<Stretch | null>({
    queryKey: inboxKeys.stretch(workspaceId, convId),
    queryFn: skipToken,
  }).data;
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries, () => NO_ENTRIES);
  const [loading, setLoading] = useState<"older" | "newer" | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  // A change of place creates a new log. If a stretch grows into the thread, the place and the log stay.
  const [place, setPlace] = useState("latest");
  const messages = query.data?.messages;

  const bubbles = useMemo((): Bubble[] => {
    const known = messages ?? [];
    const mine = entries.filter((entry) => entry.convId === convId && entry.userId === userId);
    const locals = stillLocal(mine, known, viewer.agentId);
    return [...known.map(bubbleOfMessage), ...locals.map((entry) => bubbleOf(entry, viewer.agentId))];
  }, [messages, entries, convId, userId, viewer.agentId]);

  const load = useCallback(
    async (side: "older" | "newer", isStretch: boolean) => {
      setLoading(side);
      try {
        if (isStretch) await loadBeside({ workspaceId, convId, client }, side);
        else await loadOlder(workspaceId, convId, client);
      } catch {
        // The log retries while its edge is visible. The connection notice shows the reason.
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      } finally {
        setLoading(null);
      }
    },
    [workspaceId, convId, client],
  );

  /** Shows a message of this conversation, however old it is. */
  const jumpTo = useCallback(
    async (messageId: string) => {
      try {
        const isApart = await loadAround({ workspaceId, convId, client }, messageId);
        setPlace(isApart ? messageId : "latest");
        setTarget((last) => ({ messageId, no: (last?.no ?? 0) + 1 }));
        setTimeout(() => setTarget((last) => (last?.messageId === messageId ? null : last)), TARGET_MS);
      } catch (error) {
        failed(t("notOpened"), error instanceof Error ? error : new Error(String(error)));
      }
    },
    [workspaceId, convId, client, t],
  );

  const toLatest = useCallback(() => {
    dropStretch({ workspaceId, convId, client });
    setTarget(null);
    setPlace("latest");
  }, [workspaceId, convId, client]);

  const log = useMemo(() => {
    const shown = stretch ? stretch.messages.map(bubbleOfMessage) : bubbles;
    const { hasOlder = false } = stretch ?? query.data ?? {};
    return {
      bubbles: shown,
      hasOlder,
      /** Whether there may be messages between the shown ones and the newest. */
      hasNewer: Boolean(stretch),
      loadOlder: () => load("older", Boolean(stretch)),
      loadNewer: () => load("newer", true),
    };
  }, [stretch, bubbles, query.data, load]);

  // The next visit starts at the newest message.
  useEffect(() => () => dropStretch({ workspaceId, convId, client }), [workspaceId, convId, client]);

  const isLoading = loading !== null;
  const view = useMemo(
    () => ({ bubbles, log, place, target, isLoading, jumpTo, toLatest }),
    [bubbles, log, place, target, isLoading, jumpTo, toLatest],
  );
  return { query, view };
}

export type ThreadView = ReturnType<typeof useThread>["view"];

/** The sequence number of the newest message from the server. A new message comes after it. */
export function newestSeq(bubbles: readonly Bubble[]): number {
  return bubbles.reduce((newest, bubble) => (bubble.local ? newest : Math.max(newest, bubble.seq)), 0);
}

/** Caches the bubble of each message. Without a stable identity, each new message would render all bubbles. */
const known = new WeakMap<Message, Bubble>();

export function bubbleOfMessage(message: Message): Bubble {
  let bubble = known.get(message);
  if (!bubble) known.set(message, (bubble = { ...message, local: null }));
  return bubble;
}

/** The known facts about a file uploaded here. */
const SENT_FILE = { contentType: null, sizeBytes: null, state: "ready", error: null };

function bubbleOf(entry: OutboxEntry, agentId: string | null): Bubble {
  return {
    messageId: entry.id,
    seq: Number.MAX_SAFE_INTEGER,
    convId: entry.convId,
    integrationId: entry.integrationId,
    content: entry.content,
    caption: entry.caption,
    type: entry.type,
    noteType: entry.type === "note" ? "internal" : null,
    contentWording: null,
    language: null,
    isAgent: true,
    agentId,
    aiId: null,
    senderName: null,
    status: entry.refusal === null ? "pending" : "failed",
    error: entry.refusal,
    errorWording: null,
    sendState: null,
    template: null,
    editedAt: null,
    removedAt: null,
    isUnsupported: false,
    templateText: null,
    sentElsewhere: false,
    hiddenAt: null,
    writerName: null,
    replyToMessageId: entry.replyToMessageId,
    replyContext: null,
    reactions: [],
    media: entry.fileName === null ? null : { ...SENT_FILE, fileName: entry.fileName },
    resendOfId: null,
    sourceType: null,
    sourceUrl: null,
    ad: null,
    providerAt: null,
    createdAt: entry.createdAt,
    local: entry,
  };
}
