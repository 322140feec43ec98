"use client";

import { useEffect, useRef } from "react";
import type { Attachments } from "./use-attachments.ts";
import { useDraftPart, type Draft } from "./use-draft.ts";

/**
 * Synchronizes the files of a draft with those shown in the composer. Uploads go into the draft. Files from the draft, such as those
 * from before a reload or from another device, appear in the composer.
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
