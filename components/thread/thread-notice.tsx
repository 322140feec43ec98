"use client";

import { IconAlertTriangle, IconMoonStars, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import classes from "./thread-header.module.css";

/** The header's second line. Shown only if something prevents an answer or the conversation is snoozed. */
export function ThreadNotice({ row }: { row: ConvRow }) {
  const t = useTranslations("bulk");
  const format = useFormatter();
  const { workspaceId } = useInbox();
  const channel = useQuery(channelsQuery(workspaceId)).data?.find(({ id }) => id === row.integrationId);
  const name = row.integrationName;

  if (row.ended) return null;
  if (row.clientArchived) return <Line words={t("header.archived")} />;
  if (channel?.state === "disabled") return <Line words={t("header.disabled", { channel: name })} />;
  if (channel?.state === "error") return <Line words={t("header.disconnected", { channel: name })} />;
  if (row.dormant) {
    return (
      <div className={classes.notice} role="note">
        <IconSend size={16} aria-hidden />
        {t("header.dormant")}
      </div>
    );
  }
  if (!row.isSnoozed) return null;
  const until =
    row.snoozedUntil && format.dateTime(new Date(row.snoozedUntil), { dateStyle: "medium", timeStyle: "short" });
  const words = until
    ? t("snooze.titleUntil", { time: until })
    : row.snoozedAt
      ? t("snooze.titleUntilWrites")
      : t("snooze.titleMine");
  return (
    <div className={classes.notice}>
      <IconMoonStars size={16} aria-hidden />
      {words}
    </div>
  );
}

function Line({ words }: { words: string }) {
  return (
    <div className={classes.notice} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      {words}
    </div>
  );
}
