"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import type { BulkPatch } from "./documents.ts";
import { bulkPatch, contactKeys } from "./queries.ts";
import { showUndo } from "./undo-toast.tsx";

export type Bulk = ReturnType<typeof useBulkPatch>;

/** Changes many contacts in batches. The result can be undone if a reverse patch exists. */
export function useBulkPatch() {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param back undoes the patch for the contacts that changed. null: no undo. */
  async function run(ids: readonly string[], patch: BulkPatch, back: BulkPatch | null): Promise<void> {
    running.current = new AbortController();
    const { signal } = running.current;
    const result = await runBatches(ids, (batch) => bulkPatch(workspaceId, batch, patch), {
      onProgress: setProgress,
      signal,
    });
    setProgress(null);
    void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
    const { changedIds, refused, error } = result;
    const [first] = refused;
    if (error) failed(t("bulk.failed", { count: changedIds.length }), error);
    else if (first) failed(t("bulk.refused", { count: refused.length }), new Error(first.message));
    const undo = back && changedIds.length > 0 ? () => run(changedIds, back, null) : null;
    showUndo(t("bulk.done", { count: changedIds.length }), undo, t("undo"));
  }

  return { run, progress, stop: () => running.current?.abort() };
}

/** The most contacts that the service takes in one request. */
const BATCH = 250;

type BatchResult = { changedIds: string[]; refused: { id: string; message: string }[] };
type Progress = { done: number; total: number };

/**
 * Applies an action to many contacts, batch after batch.
 * @param more `onProgress` receives the progress. `signal` stops after the current batch.
 * @returns what was changed so far. `error`: why it stopped.
 */
export async function runBatches(
  ids: readonly string[],
  run: (batch: string[]) => Promise<BatchResult>,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<BatchResult & { error: Error | null }> {
  const result: BatchResult = { changedIds: [], refused: [] };
  for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
    onProgress({ done: at, total: ids.length });
    try {
      const { changedIds, refused } = await run(ids.slice(at, at + BATCH));
      result.changedIds.push(...changedIds);
      result.refused.push(...refused);
    } catch (error) {
      return { ...result, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
  return { ...result, error: null };
}
