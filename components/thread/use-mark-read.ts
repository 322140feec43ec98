"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { useActions } from "../keys/use-actions.ts";
import { done, failed } from "../ui/toasts.tsx";
import { whenIdle } from "../inbox/after-paint.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { MARK_CONV_READ, MARK_UNREAD, SET_CONV_READ } from "../inbox/mutation-documents.ts";
import { inboxKeys } from "../inbox/queries.ts";
import { patchRow, type InboxCache } from "../list/row-cache.ts";
import { usePostpone } from "../offline/use-postpone.ts";
import { newestSeq, type Bubble } from "./use-thread.ts";

/** A message is read after it was visible for this long in a focused window. */
const READ_MS = 800;
/** Within this distance of its end, the log shows its newest message. */
const END_PX = 120;

/**
 * Sends the contact a read receipt for their last message after it was shown in a visible tab. Only while it is the last message,
 * because an answer already shows that it was read. The service notifies the provider once, whoever reads it. The viewer's own
 * read state is separate: `useOwnRead`.
 */
export function useMarkRead(convId: string, bubbles: readonly Bubble[]): void {
  const { workspaceId } = useInbox();
  const toldSeq = useRef(0);
  const seq = unreadSeq(bubbles);
  useOwnRead(convId, bubbles);

  useEffect(() => {
    function notify(): void {
      if (seq === null || seq <= toldSeq.current || document.visibilityState !== "visible") return;
      toldSeq.current = seq;
      whenIdle()
        .then(() => gqlRequest(MARK_CONV_READ, { workspaceId, convId }))
        .catch(() => {
          // The next message or the next visit retries.
          toldSeq.current = 0;
        });
    }
    notify();
    document.addEventListener("visibilitychange", notify);
    return () => document.removeEventListener("visibilitychange", notify);
  }, [workspaceId, convId, seq]);
}

/** Whether the end of the open conversation is visible in a focused window. */
function isLookedAt(): boolean {
  if (document.visibilityState !== "visible" || !document.hasFocus()) return false;
  const log = document.querySelector("[role='log']");
  return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < END_PX;
}

/** Stores how far the viewer has read, and lets them mark messages as unread. */
function useOwnRead(convId: string, bubbles: readonly Bubble[]): void {
  const t = useTranslations("list");
  const ofWaits = useTranslations("bulk.waits");
  const { workspaceId, viewer, cache, refreshRows } = useInbox();
  const { agentId } = viewer;
  const postpone = usePostpone();
  const newest = newestSeq(bubbles);
  const readSeq = useRef(0);

  useEffect(() => {
    if (agentId === null || newest === 0) return;
    let timer: number | undefined;
    function arm(): void {
      window.clearTimeout(timer);
      if (newest <= readSeq.current) return;
      timer = window.setTimeout(() => {
        // The viewer may have marked it unread meanwhile. Looking forces a layout, so it happens here and not at each scroll event.
        if (newest <= readSeq.current || !isLookedAt()) return;
        readSeq.current = newest;
        patchRow(cache, convId, { unreadCount: 0 });
        gqlRequest(SET_CONV_READ, { workspaceId, convId, seq: newest })
          .catch((error: unknown) => {
            const row = isAway(error) ? rowOf(cache, convId) : null;
            if (row) postpone(row, { kind: "read", seq: newest });
            else readSeq.current = 0;
          })
          .finally(() => void refreshRows([convId]));
      }, READ_MS);
    }
    arm();
    window.addEventListener("focus", arm);
    window.addEventListener("blur", arm);
    document.addEventListener("visibilitychange", arm);
    // The log's scroll event does not bubble, so capture it.
    document.addEventListener("scroll", arm, { capture: true, passive: true });
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("scroll", arm, { capture: true });
      window.removeEventListener("focus", arm);
      window.removeEventListener("blur", arm);
      document.removeEventListener("visibilitychange", arm);
    };
  }, [workspaceId, convId, agentId, newest, cache, refreshRows, postpone]);

  async function markUnread(): Promise<void> {
    // Start at the message with the keyboard focus, if there is one.
    const focused = document.activeElement?.closest<HTMLElement>("[data-seq]")?.dataset.seq;
    const focusedSeq = focused ? Number(focused) : null;
    // From now on, only a newer message is marked read automatically.
    readSeq.current = newest;
    try {
      await gqlRequest(MARK_UNREAD, { workspaceId, convId, fromSeq: focusedSeq });
    } catch (error) {
      const row = isAway(error) ? rowOf(cache, convId) : null;
      if (row) {
        const isTheirs = (bubble: Bubble) => !bubble.isAgent && bubble.type !== "note";
        // Store the exact message: when the queued action runs, the contact's last message may be another one.
        const fromSeq = focusedSeq ?? bubbles.findLast(isTheirs)?.seq ?? null;
        const unread = bubbles.filter((bubble) => isTheirs(bubble) && bubble.seq >= (fromSeq ?? 0));
        patchRow(cache, convId, { unreadCount: Math.max(1, unread.length) });
        postpone(row, { kind: "unread", fromSeq });
        return done(ofWaits("unread", { name: row.clientName }));
      }
      failed(t("list.notUnread"), error instanceof Error ? error : new Error(String(error)));
    }
    await refreshRows([convId]);
  }
  useActions({ markUnread: agentId === null ? null : () => void markUnread() });
}

const isAway = (error: unknown) => error instanceof ApiError && error.code === "NETWORK";

function rowOf({ client, workspaceId }: InboxCache, convId: string): ConvRow | null {
  return client.getQueryData<ConvRow | null>(inboxKeys.row(workspaceId, convId)) ?? null;
}

type Said = { seq: number; isAgent: boolean; type: string };

/** The position of the contact's message if it is the last one in the conversation, without notes. null: the team's message is last. */
export function unreadSeq(bubbles: readonly Said[]): number | null {
  const last = bubbles.findLast(({ type }) => type !== "note");
  return last && !last.isAgent ? last.seq : null;
}
