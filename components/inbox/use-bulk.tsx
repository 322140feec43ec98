"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { choiceOf } from "./bulk-choice.ts";
import type { Chosen } from "./bulk-choice.ts";
import * as documents from "./bulk-documents.ts";
import type { BulkAction, BulkDeed } from "./bulk-documents.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { showProblems } from "./bulk-problems.tsx";
import { followBulk } from "./follow-bulk.ts";
import { useInbox } from "./inbox-context.tsx";
import { inboxKeys } from "./queries.ts";
import { useUndo } from "./use-undo.tsx";

/** A toast that says what went wrong stays until it is closed. */
const STAYS = false;

/** Those that nobody has seen the end of: who comes back to the inbox sees it then. By id. */
const unseen = new Map<string, { workspaceId: number; bulk: BulkAction; isUndo: boolean }>();

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Does something to many conversations in the background: a toast shows how far it is, stops it, and takes it back. While the caller
 * is not drawn nothing is asked for; the work goes on, and its end is told when it is drawn again.
 */
export function useBulk(): { act: (chosen: Chosen, deed: BulkDeed) => Promise<void> } {
  const { workspaceId, cache } = useInbox();
  const undo = useUndo();
  const t = useTranslations("bulk");
  const leaving = useRef<AbortController | null>(null);

  const work = useMemo(() => {
    async function stop(id: string): Promise<void> {
      try {
        await gqlRequest(documents.CANCEL_BULK_ACTION, { workspaceId, id });
      } catch (error) {
        failed(t("undo.notUndone"), error instanceof Error ? error : new Error(String(error)));
      }
    }

    /** Shows it until it is over, and tells what became of it. */
    async function watch(bulk: BulkAction, isUndo: boolean): Promise<void> {
      const toast = `bulk-${bulk.id}`;
      unseen.set(bulk.id, { workspaceId, bulk, isUndo });
      const signal = leaving.current?.signal;
      if (!signal || signal.aborted) return;
      signal.addEventListener("abort", () => notifications.hide(toast), { once: true });
      let isShown = false;
      const onProgress = (now: BulkAction) => {
        const message = <BulkProgress bulk={now} onStop={() => stop(bulk.id)} />;
        const shown = { id: toast, message, autoClose: STAYS, withCloseButton: false, role: "status" } as const;
        if (isShown) notifications.update(shown);
        else notifications.show(shown);
        isShown = true;
      };
      const input = { workspaceId, id: bulk.id };
      const read = async () => (await gqlRequest(documents.SHOW_BULK_ACTION, input, { signal })).bulkAction;
      try {
        const over = await followBulk(bulk, { read, wait, signal, onProgress });
        if (!over) return;
        unseen.delete(bulk.id);
        await Promise.all(
          [inboxKeys.lists(workspaceId), inboxKeys.counts(workspaceId)].map((queryKey) =>
            cache.client.invalidateQueries({ queryKey }),
          ),
        );
        if (!isUndo) tellDone(over);
        tellProblems(over);
      } catch {
        if (signal.aborted) return;
        unseen.delete(bulk.id);
        notifications.show({ message: t("run.unwatched"), color: "red", role: "alert" });
      } finally {
        // Whoever watches it after this one may show it again already.
        if (!signal.aborted) notifications.hide(toast);
      }
    }

    function tellProblems(bulk: BulkAction): void {
      if (bulk.failedCount === 0 && bulk.error === null) return;
      notifications.show({
        color: "red",
        role: "alert",
        autoClose: STAYS,
        message: bulk.error ?? (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => showProblems(bulk)}>
            {t("run.failed", { count: bulk.failedCount })}
          </Button>
        ),
      });
    }

    function tellDone(bulk: BulkAction): void {
      const label = t(bulk.state === "cancelled" ? "run.stopped" : "run.done", { count: bulk.doneCount });
      if (!bulk.canUndo || bulk.doneCount === 0) {
        if (bulk.doneCount > 0) notifications.show({ message: label, color: "sea", role: "status" });
        return;
      }
      const takeBack = async () => {
        const { undoBulkAction } = await gqlRequest(documents.UNDO_BULK_ACTION, { workspaceId, id: bulk.id });
        await watch(undoBulkAction, true);
      };
      undo.push({ label, undo: takeBack });
    }

    return {
      watch,
      act: async (chosen: Chosen, deed: BulkDeed) => {
        try {
          const { bulkAct } = await gqlRequest(documents.BULK_ACT, { workspaceId, deed, ...choiceOf(chosen) });
          await watch(bulkAct, false);
        } catch (error) {
          failed(t("not.started"), error instanceof Error ? error : new Error(String(error)));
        }
      },
    };
  }, [workspaceId, cache, undo, t]);

  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    for (const { bulk, isUndo, ...of } of unseen.values())
      if (of.workspaceId === workspaceId) void work.watch(bulk, isUndo);
    return () => left.abort();
  }, [work, workspaceId]);
  return work;
}
