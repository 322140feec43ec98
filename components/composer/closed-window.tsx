"use client";

import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ConvTemplate } from "../thread/conv-template.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { inboxKeys } from "../inbox/queries.ts";
import { useDraftPart, type Draft } from "./use-draft.ts";
import classes from "./composer.module.css";

/** Offers templates instead of the text field when the channel accepts no free text. The draft is kept until the contact writes again. */
export function ClosedWindow({ row, draft }: { row: ConvRow; draft: Draft }) {
  const text = useDraftPart(draft, (now) => now.text);
  const t = useTranslations("composer");
  const { workspaceId } = useInbox();
  const client = useQueryClient();
  return (
    <div className={classes.closed}>
      {text.trim() === "" ? null : (
        <div className={classes.kept}>
          <Text size="xs" c="dimmed">
            {t("keptForLater")}
          </Text>
          <Text size="sm" dir="auto" lineClamp={3}>
            {text}
          </Text>
        </div>
      )}
      <ConvTemplate
        row={row}
        onSent={() => void client.invalidateQueries({ queryKey: inboxKeys.thread(workspaceId, row.id) })}
      />
    </div>
  );
}
