"use client";

import { Button, CopyButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { CANCEL_SCHEDULED } from "./composer-documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { scheduledQuery } from "./scheduled.ts";
import { unsentQuery } from "./unsent.ts";
import type { Unsent } from "./unsent.ts";
import classes from "./scheduled.module.css";

/** One message that was not sent, why, and what becomes of its words. */
export function UnsentItem({ unsent, onOpen }: { unsent: Unsent; onOpen: () => void }) {
  const t = useTranslations("composer");
  const { workspaceId, cache } = useInbox();
  const [isBusy, setBusy] = useState(false);
  const { id, convId, type, content, caption, media, error } = unsent.message;
  const isWords = type === "text" || type === "note";
  const words = isWords ? content : [media?.fileName ?? t(`types.${type}`), caption].filter(Boolean).join("\n");

  async function discard(): Promise<void> {
    setBusy(true);
    try {
      await gqlRequest(CANCEL_SCHEDULED, { workspaceId, id });
    } catch (problem) {
      failed(t("unsent.notDiscarded"), problem instanceof Error ? problem : new Error(String(problem)));
    }
    setBusy(false);
    await cache.client.invalidateQueries({ queryKey: unsentQuery(workspaceId).queryKey });
    void cache.client.invalidateQueries({ queryKey: scheduledQuery(workspaceId, convId).queryKey });
  }

  return (
    <li className={classes.unsentItem}>
      <strong>
        <bdi>{unsent.clientName ?? t("unsent.hidden")}</bdi>
      </strong>
      <span className={classes.unsentWords} dir="auto">
        {words}
      </span>
      <span className={classes.unsentWhy}>{error}</span>
      <span className={classes.deeds}>
        {unsent.clientName === null ? null : (
          <Button size="compact-xs" variant="light" onClick={onOpen}>
            {t("unsent.open")}
          </Button>
        )}
        <CopyButton value={words}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy}>
              {t(copied ? "unsent.copied" : "unsent.copy")}
            </Button>
          )}
        </CopyButton>
        <Button size="compact-xs" variant="subtle" color="red" disabled={isBusy} onClick={() => void discard()}>
          {t("unsent.discard")}
        </Button>
      </span>
    </li>
  );
}
