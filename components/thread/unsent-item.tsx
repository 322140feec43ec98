"use client";

import { Button, CopyButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useState } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { CANCEL_SCHEDULED } from "../composer/composer-documents.ts";
import type { OutboxEntry } from "../offline/outbox.ts";
import { convRowQuery } from "../inbox/queries.ts";
import type { InboxCache } from "../list/row-cache.ts";
import { scheduledQuery } from "../composer/scheduled.ts";
import { unsentQuery, type Unsent } from "../offline/unsent.ts";
import classes from "./scheduled.module.css";

/** A message that could not be sent at its time: the reason, and the actions for its text. */
export function UnsentItem({ unsent, cache, onOpen }: { unsent: Unsent; cache: InboxCache; onOpen: () => void }) {
  const t = useTranslations("composer");
  const say = useServiceWords();
  const { workspaceId, client } = cache;
  const [isBusy, setBusy] = useState(false);
  const { id, convId, type, content, caption, media, error, errorWording } = unsent.message;
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
    await client.invalidateQueries({ queryKey: unsentQuery(workspaceId).queryKey });
    void client.invalidateQueries({ queryKey: scheduledQuery(workspaceId, convId).queryKey });
  }

  return (
    <Item
      name={unsent.clientName}
      words={words}
      why={error && say(error, errorWording)}
      isBusy={isBusy}
      onOpen={onOpen}
      onDiscard={() => void discard()}
    />
  );
}

type RefusedProps = { entry: OutboxEntry; cache: InboxCache; onOpen: () => void; onDiscard: () => void };

/** A message that the service refused at once. It exists only in this browser. */
export function RefusedItem({ entry, cache, onOpen, onDiscard }: RefusedProps) {
  const t = useTranslations("composer");
  const { workspaceId, client } = cache;
  const row = useQuery(convRowQuery(workspaceId, entry.convId, client)).data;
  const { type, content, fileName, caption } = entry;
  const isWords = type === "text" || type === "note";
  const words = isWords ? content : [fileName ?? t(`types.${type}`), caption].filter(Boolean).join("\n");
  return (
    <Item name={row?.clientName ?? null} words={words} why={entry.refusal} onOpen={onOpen} onDiscard={onDiscard} />
  );
}

type ItemProps = {
  /** The contact's name. null: the viewer has no access to the conversation. */
  name: string | null;
  words: string;
  why: string | null;
  isBusy?: boolean;
  onOpen: () => void;
  onDiscard: () => void;
};

function Item({ name, words, why, isBusy = false, onOpen, onDiscard }: ItemProps) {
  const t = useTranslations("composer.unsent");
  return (
    <li className={classes.unsentItem}>
      <strong>
        <bdi>{name ?? t("hidden")}</bdi>
      </strong>
      <span className={classes.unsentWords} dir="auto">
        {words}
      </span>
      <span className={classes.unsentWhy}>{why}</span>
      <span className={classes.actions}>
        {name === null ? null : (
          <Button size="compact-xs" variant="light" onClick={onOpen}>
            {t("open")}
          </Button>
        )}
        <CopyButton value={words}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy}>
              {t(copied ? "copied" : "copy")}
            </Button>
          )}
        </CopyButton>
        <Button size="compact-xs" variant="subtle" color="red" disabled={isBusy} onClick={onDiscard}>
          {t("discard")}
        </Button>
      </span>
    </li>
  );
}
