"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import type { BulkPatch } from "./documents.ts";
import { bulkPatch, contactKeys } from "./queries.ts";
import { runBatches, type Progress } from "./run-batches.ts";
import { showUndo } from "./undo-toast.tsx";

export type Bulk = ReturnType<typeof useBulkPatch>;

/** Changes many contacts, batch by batch; what was changed can be taken back where there is a way back. */
export function useBulkPatch() {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param back takes it back, for those that were changed; null: nothing does. */
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
