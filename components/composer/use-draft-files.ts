"use client";

import { useEffect, useRef } from "react";
import type { Attachments } from "./use-attachments.ts";
import { useDraftPart, type Draft } from "./use-draft.ts";

/**
 * Keeps a draft's files and those beside the composer the same: what is uploaded here goes into the draft; what the draft brings, from
 * before a reload or from another device, is shown here.
 */
export function useDraftFiles(draft: Draft, { files, restoreFiles }: Attachments): void {
  const keptFiles = useDraftPart(draft, (now) => now.files);
  const [shown, kept] = [files, keptFiles].map((list) => list.map(({ url }) => url).join("\n"));
  const agreed = useRef("");
  useEffect(() => {
    if (shown !== agreed.current) {
      agreed.current = shown ?? "";
      draft.change({ files });
    } else if (kept !== agreed.current) {
      agreed.current = kept ?? "";
      restoreFiles(keptFiles);
    }
    // The addresses say all that changes of a file.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, kept]);
}
