"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { CANCEL_SCHEDULED } from "./composer-documents.ts";
import type { DraftContent, ComposerMode } from "./draft-store.ts";
import { draftsOf } from "./drafts.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { scheduledQuery } from "./scheduled.ts";
import { useUndo } from "../inbox/use-undo.tsx";

/** Wait before the next try: a message that is on its way arrives at the service a little later. */
const ON_ITS_WAY_MS = 400;
const MOST_TRIES = 5;

/** A message's content. The draft's template is left out, so that one begun since stays. */
type Said = Omit<DraftContent, "template">;

/** Cancels messages before they are sent, and puts their content back into the composer. */
export function useTakeBack(convId: string) {
  const { workspaceId, userId, outbox, cache } = useInbox();
  const undo = useUndo();
  const t = useTranslations("composer");

  return useMemo(() => {
    /** @param onGone called when this browser will no longer send the message, whatever the service answers. */
    async function cancel(id: string, onGone: () => void): Promise<void> {
      const wasHere = outbox.entries().some((entry) => entry.id === id);
      if (wasHere) outbox.discard(id);
      if (wasHere && !navigator.onLine) return onGone();
      for (let tries = 1; ; tries++) {
        try {
          await gqlRequest(CANCEL_SCHEDULED, { workspaceId, id });
          return onGone();
        } catch (error) {
          const code = error instanceof ApiError ? error.code : null;
          if (wasHere && code !== "CONFLICT" && code !== "NOT_FOUND") onGone();
          if (!wasHere || code !== "NOT_FOUND") throw error;
          if (tries === MOST_TRIES) return onGone();
          await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY_MS));
        }
      }
    }

    function putBack(content: Said, mode: ComposerMode): void {
      const drafts = draftsOf(workspaceId, userId);
      const { text, files } = drafts.get({ convId, mode });
      // A draft begun since stays below the restored text.
      const isFree = text.trim() === "" && files.length === 0;
      const both = [content.text, text].filter((part) => part.trim() !== "").join("\n\n");
      drafts.set({ convId, mode }, isFree ? content : { text: both, files: [...content.files, ...files] });
    }

    /** Rejects with the reason if it is too late for one of them. If any was cancelled, the content returns to the composer. */
    async function take(ids: readonly string[], content: Said, mode: ComposerMode = "reply"): Promise<void> {
      let isGone = false;
      try {
        for (const id of ids) await cancel(id, () => (isGone = true));
      } finally {
        if (isGone) putBack(content, mode);
        void cache.client.invalidateQueries({ queryKey: scheduledQuery(workspaceId, convId).queryKey });
      }
    }

    return {
      take,
      /** Makes the messages undoable with the undo key for as long as they can be cancelled. With `toastMs`, a toast offers it that long. */
      offer: (ids: readonly string[], { text, files, replyToMessageId }: Said, toastMs: number | null = null) =>
        undo.push(
          {
            label: t("undo.label"),
            ...(toastMs === null
              ? {}
              : { left: { until: Date.now() + toastMs, words: (seconds: number) => t("undo.in", { seconds }) } }),
            undo: () => take(ids, { text, files, replyToMessageId }),
          },
          toastMs === null,
          toastMs ?? undefined,
        ),
    };
  }, [workspaceId, userId, convId, outbox, cache, undo, t]);
}
