"use client";

import { useEffect, useRef } from "react";
import type { Attachments } from "./use-attachments.ts";
import type { useDraft } from "./use-draft.ts";

/**
 * Keeps a draft's files and those beside the composer the same: what is uploaded here goes into the draft; what the draft brings, from
 * before a reload or from another device, is shown here.
 */
export function useDraftFiles({ draft, change }: ReturnType<typeof useDraft>, attachments: Attachments): void {
  const { files, restoreFiles } = attachments;
  const [shown, kept] = [files, draft.files].map((list) => list.map(({ url }) => url).join("\n"));
  const agreed = useRef("");
  useEffect(() => {
    if (shown !== agreed.current) {
      agreed.current = shown ?? "";
      change({ files });
    } else if (kept !== agreed.current) {
      agreed.current = kept ?? "";
      restoreFiles(draft.files);
    }
    // The addresses say all that changes of a file.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, kept]);
}
