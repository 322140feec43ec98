"use client";

import { useTranslations } from "next-intl";
import { gqlRequest } from "../graphql/gql-request.ts";
import { done, failed } from "../ui/toasts.tsx";
import type { CannedReply } from "./canned-queries.ts";
import { RUN_MACRO } from "./composer-documents.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";

/** Runs a macro's actions without a message. Returns whether they succeeded. */
export function useRunMacro({ id, integrationId }: ConvRow): (macro: CannedReply) => Promise<boolean> {
  const { workspaceId, refreshRows } = useInbox();
  const t = useTranslations("composer");
  return async (macro) => {
    try {
      await gqlRequest(RUN_MACRO, { workspaceId, convId: id, integrationId, replyId: macro.id });
      done(t("macro.done", { title: macro.title }));
      return true;
    } catch (error) {
      failed(t("macro.notDone"), error instanceof Error ? error : new Error(String(error)));
      return false;
    } finally {
      void refreshRows([id]);
    }
  };
}
