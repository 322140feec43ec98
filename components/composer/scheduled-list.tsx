"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { useLiveEvents, useLiveOwn } from "../shell/live.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { OutboxEntry } from "../offline/outbox.ts";
import { ScheduledItem } from "../thread/scheduled-item.tsx";
import { scheduledQuery } from "./scheduled.ts";
import classes from "../thread/scheduled.module.css";

const NO_ENTRIES: OutboxEntry[] = [];

/** Scheduled messages below the conversation's last message, including those that could not be sent. */
export function ScheduledList({ convId }: { convId: string }) {
  const t = useTranslations("composer");
  const { workspaceId, cache, outbox } = useInbox();
  const query = scheduledQuery(workspaceId, convId);
  const { data = [] } = useQuery(query);
  const reread = () => void cache.client.invalidateQueries({ queryKey: query.queryKey });
  useLiveOwn((news) => {
    if (news.what === "scheduled" && news.convId === convId) reread();
  });
  useLiveEvents((changes) => {
    if (changes.some((change) => change.convId === convId)) reread();
  });
  // The thread shows a message's bubble for as long as the message is in the outbox.
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries, () => NO_ENTRIES);
  const waiting = data.filter(({ message }) => !entries.some(({ id }) => id === message.id));
  if (waiting.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t("scheduled.label")}>
      {waiting.map((each) => (
        <ScheduledItem key={each.message.id} convId={convId} waiting={each} />
      ))}
    </ul>
  );
}
