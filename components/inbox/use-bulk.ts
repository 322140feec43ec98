"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { choiceOf, type Chosen } from "./bulk-choice.ts";
import { BULK_ACT, type BulkDeed } from "./bulk-documents.ts";
import { bulkWatch } from "./bulk-watch.ts";
import { useInbox } from "./inbox-context.tsx";

/** Does something to many conversations in the background; how far it is, and its end, is told on every page (use-bulk-watch.tsx). */
export function useBulk(): (chosen: Chosen, deed: BulkDeed) => Promise<void> {
  const { workspaceId, userId } = useInbox();
  const t = useTranslations("bulk.not");
  return useCallback(
    async (chosen, deed) => {
      try {
        const { bulkAct } = await gqlRequest(BULK_ACT, { workspaceId, deed, ...choiceOf(chosen) });
        void bulkWatch.add(bulkAct, { workspaceId, userId, isUndo: false });
      } catch (error) {
        failed(t("started"), error instanceof Error ? error : new Error(String(error)));
      }
    },
    [workspaceId, userId, t],
  );
}
