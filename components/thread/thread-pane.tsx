"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { LogSkeleton } from "./log-skeleton.tsx";
import { ThreadFrame, type ThreadPaneProps } from "./thread-frame.tsx";
import { convRowQuery } from "../inbox/queries.ts";

/** The open conversation. It stays mounted from one conversation to the next. */
export const ThreadPane = memo(function ThreadPane(props: ThreadPaneProps) {
  const t = useTranslations("inbox.thread");
  const { workspaceId, cache } = useInbox();
  const row = useQuery({ ...convRowQuery(workspaceId, props.convId, cache.client), select: withoutDraft });

  if (row.data) return <ThreadFrame {...props} row={row.data} />;
  if (row.isError) return <ErrorFace title={t("failure")} error={row.error} onRetry={() => void row.refetch()} />;
  if (row.isPending) return <LogSkeleton />;
  return (
    <EmptyFace
      picture="locked"
      title={t("outOfSight")}
      message={t("outOfSightHint")}
      action={
        <Button variant="default" onClick={props.onBack}>
          {t("back")}
        </Button>
      }
    />
  );
});

/** Removes the list's draft text, because the composer shows it anyway. Saved keystrokes then do not render the conversation. */
function withoutDraft(row: ConvRow | null): ConvRow | null {
  return row && { ...row, draftText: null };
}
