"use client";

import { Anchor, Skeleton } from "@mantine/core";
import { IconGitMerge, IconMessage, IconSpeakerphone, IconUserPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import classes from "./contacts.module.css";
import type { TimelineEntry } from "./documents.ts";
import { timelineQuery } from "./queries.ts";

const ICON = { conversation: IconMessage, broadcast: IconSpeakerphone, merge: IconGitMerge, created: IconUserPlus };

/** The contact's history, newest first, with links. */
export function ContactTimeline({ clientId }: { clientId: string }) {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const query = useInfiniteQuery(timelineQuery(useWorkspaceId(), clientId));
  const entries = query.data?.pages.flatMap((page) => page.nodes) ?? [];
  return (
    <section className={classes.block} aria-label={t("timeline.title")}>
      <h3 className={classes.blockTitle}>{t("timeline.title")}</h3>
      {query.isPending ? <Skeleton height={64} aria-label={t("loading")} /> : null}
      {query.isError && entries.length === 0 ? (
        <ErrorFace title={t("timeline.failed")} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <ul className={classes.plainList}>
        {entries.map((entry) => {
          const Icon = ICON[entry.kind];
          return (
            <li key={`${entry.kind} ${entry.id}`} className={classes.line}>
              <Icon size={16} aria-hidden />
              <span className={classes.grow}>
                <EntryWords entry={entry} />
              </span>
              <time dateTime={entry.at} className={classes.soft}>
                {format.dateTime(new Date(entry.at), { dateStyle: "medium" })}
              </time>
            </li>
          );
        })}
      </ul>
      <MoreButton query={query} mt="xs" variant="subtle" size="compact-sm">
        {t("more")}
      </MoreButton>
    </section>
  );
}

function EntryWords({ entry }: { entry: TimelineEntry }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const mayBroadcast = useMay("MANAGE_BROADCASTS");
  const title = entry.title ?? "";
  switch (entry.kind) {
    case "conversation":
      return (
        <Anchor component={Link} href={paths.inbox(workspaceId, entry.id)} inherit>
          {entry.isOver ? t("timeline.ended", { channel: title }) : t("timeline.open", { channel: title })}
        </Anchor>
      );
    case "broadcast":
      return mayBroadcast ? (
        <Anchor component={Link} href={paths.broadcast(workspaceId, entry.id)} inherit>
          {t("timeline.broadcast", { name: title })}
        </Anchor>
      ) : (
        t("timeline.broadcast", { name: title })
      );
    case "merge":
      return entry.isOver ? t("timeline.unmerged", { names: title }) : t("timeline.merged", { names: title });
    case "created":
      return t("timeline.created");
  }
}
