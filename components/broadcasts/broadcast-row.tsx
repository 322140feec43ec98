"use client";

import { Badge } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import classes from "./broadcasts.module.css";
import { OutcomeBar } from "./outcome-bar.tsx";
import { reachedCounts, STATE_COLOURS } from "./outcome-words.ts";
import type { Broadcast } from "./queries.ts";

/** One broadcast in the list: content, channel, time and outcome. */
export function BroadcastRow({ broadcast, channel }: { broadcast: Broadcast; channel: string }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const { id, name, state, templateName, counts, retryOfId, retryId, error } = broadcast;
  const reached = reachedCounts(counts);
  return (
    <Link href={paths.broadcast(workspaceId, id)} className={classes.row}>
      <span className={classes.rowMain}>
        <span className={classes.rowName}>
          <span className={classes.cut} dir="auto">
            {name}
          </span>
          <StateBadge state={state} />
          {retryOfId || retryId ? (
            <span className={classes.mark} title={t(retryOfId ? "isRetry" : "wasRetried")}>
              <IconRepeat size={14} aria-hidden />
              {t(retryOfId ? "isRetryShort" : "wasRetriedShort")}
            </span>
          ) : null}
        </span>
        <span className={classes.small}>{[channel, templateName].filter(Boolean).join(" · ")}</span>
        <span className={classes.small}>
          <Moment broadcast={broadcast} />
        </span>
      </span>
      <span className={classes.rowFigures}>
        {counts.total > 0 ? (
          <>
            <OutcomeBar counts={counts} size="sm" />
            <span className={classes.small}>
              {t("rowFigures", { total: counts.total, delivered: reached.delivered, failed: counts.failed })}
            </span>
          </>
        ) : (
          <span className={classes.small}>{error ?? t("notLaunched")}</span>
        )}
      </span>
    </Link>
  );
}

export function StateBadge({ state }: { state: Broadcast["state"] }) {
  const t = useTranslations("broadcasts");
  return (
    <Badge component="span" variant="light" color={STATE_COLOURS[state]} style={{ flex: "none" }}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** The most relevant time in the broadcast's state, in words. */
export function Moment({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations("broadcasts");
  const format = useFormatter();
  const { state, scheduledAt, startedAt, completedAt, createdAt } = broadcast;
  const when = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" });
  if (state === "scheduled" && scheduledAt) return t("scheduledFor", { when: when(scheduledAt) });
  if (completedAt) return t("endedAt", { when: when(completedAt) });
  if (startedAt) return t("startedAt", { when: when(startedAt) });
  return t("createdAt", { when: when(createdAt) });
}
