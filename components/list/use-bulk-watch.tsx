"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import * as documents from "./bulk-documents.ts";
import type { BulkAction } from "./bulk-documents.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { showProblems } from "./bulk-problems.tsx";
import { bulkWatch, type Watched } from "./bulk-watch.ts";
import { followBulk } from "./follow-bulk.ts";
import { inboxKeys } from "../inbox/queries.ts";
import type { InboxCache } from "./row-cache.ts";
import { useUndo } from "../inbox/use-undo.tsx";

/** An error toast stays until it is closed. */
const STAYS = false;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Shows the progress and the end of bulk actions on every page. A toast shows the action, stops it and undoes it.
 * While the caller is unmounted, no request is sent. The action continues, and its end is shown after the next mount.
 */
export function useBulkWatch({ workspaceId, client }: InboxCache, userId: string): void {
  const undo = useUndo();
  const t = useTranslations("bulk");

  const watch = useMemo(() => {
    async function stop(id: string): Promise<void> {
      try {
        await gqlRequest(documents.CANCEL_BULK_ACTION, { workspaceId, id });
      } catch (error) {
        failed(t("undo.notUndone"), error instanceof Error ? error : new Error(String(error)));
      }
    }

    function notifyOfProblems(bulk: BulkAction): void {
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

    function notifyOfDone(bulk: BulkAction): void {
      const label = t(bulk.state === "cancelled" ? "run.stopped" : "run.done", { count: bulk.doneCount });
      if (!bulk.canUndo || bulk.doneCount === 0) {
        if (bulk.doneCount > 0) notifications.show({ message: label, color: "petrol", role: "status" });
        return;
      }
      const takeBack = async () => {
        const { undoBulkAction } = await gqlRequest(documents.UNDO_BULK_ACTION, { workspaceId, id: bulk.id });
        await bulkWatch.add(undoBulkAction, { workspaceId, userId, isUndo: true });
      };
      undo.push({ label, undo: takeBack });
    }

    async function readAgain(): Promise<void> {
      const keys = [inboxKeys.lists(workspaceId), inboxKeys.counts(workspaceId)];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    }

    /** Shows an action's progress until it is over, and then its result. */
    return async ({ id, isUndo }: Watched, signal: AbortSignal): Promise<void> => {
      const toast = `bulk-${id}`;
      signal.addEventListener("abort", () => notifications.hide(toast), { once: true });
      let isShown = false;
      const onProgress = (now: BulkAction) => {
        const message = <BulkProgress bulk={now} onStop={() => stop(id)} />;
        const shown = { id: toast, message, autoClose: STAYS, withCloseButton: false, role: "status" } as const;
        if (isShown) notifications.update(shown);
        else notifications.show(shown);
        isShown = true;
      };
      const read = async () =>
        (await gqlRequest(documents.SHOW_BULK_ACTION, { workspaceId, id }, { signal })).bulkAction;
      try {
        const begun = bulkWatch.begunAs(id) ?? (await read());
        const over = await followBulk(begun, { read, wait, signal, onProgress });
        if (!over) return;
        // Hide this toast before the next one offers Undo. Otherwise its removal would move the button away from the pointer.
        notifications.hide(toast);
        await readAgain();
        if (!isUndo) notifyOfDone(over);
        notifyOfProblems(over);
        bulkWatch.remove(id);
      } catch {
        if (signal.aborted) return;
        bulkWatch.remove(id);
        notifications.show({ message: t("run.unwatched"), color: "red", role: "alert" });
      } finally {
        // After an abort, the next watcher may already show this toast again.
        if (!signal.aborted) notifications.hide(toast);
      }
    };
  }, [workspaceId, client, userId, undo, t]);

  useEffect(() => {
    const left = new AbortController();
    const begun = new Set<string>();
    function begin(): void {
      for (const watched of bulkWatch.of({ workspaceId, userId })) {
        if (begun.has(watched.id)) continue;
        begun.add(watched.id);
        void watch(watched, left.signal);
      }
    }
    begin();
    const stop = bulkWatch.subscribe(begin);
    return () => {
      stop();
      left.abort();
    };
  }, [watch, workspaceId, userId]);
}
