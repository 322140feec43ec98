"use client";

import { IconClockHour4, IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { isOfComments } from "../inbox/use-place-words.ts";
import { useNow, useSecond } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import { lateDays, windowState } from "./window-state.ts";
import classes from "../thread/thread-header.module.css";

/** The time left for free text, or that everybody can read it. Counts seconds when the time is nearly over. */
export function ReplyWindow({ row }: { row: ConvRow }) {
  const { timeLeft } = useTimes();
  const t = useTranslations("bulk.header");
  const now = useNow();
  const state = windowState(row, now);
  if (row.ended) return <span className={classes.chip}>{t("ended")}</span>;
  if (isOfComments(row)) return <Chip state="public" words={t("public")} Icon={IconWorld} />;
  if (state === null) return null;
  if (state === "closed" || row.replyWindowClosesAt === null) {
    const days = lateDays(row, now);
    return days > 0 ? (
      <Chip state="closing" words={t("toReplyLate", { days })} />
    ) : (
      <Chip state="closed" words={t("windowClosed")} />
    );
  }
  // The coarse clock is at most half a minute behind.
  if (Date.parse(row.replyWindowClosesAt) - now < LAST_MINUTES_MS + 30_000) return <LastMinutes row={row} />;
  return <Chip state={state} words={t("toReply", { left: timeLeft(row.replyWindowClosesAt, now) ?? "" })} />;
}

function LastMinutes({ row }: { row: ConvRow }) {
  const t = useTranslations("bulk.header");
  const now = useSecond();
  const left = countdown(Date.parse(row.replyWindowClosesAt ?? "") - now);
  return left === null ? (
    <Chip state="closed" words={t("windowClosed")} />
  ) : (
    <Chip state="urgent" words={t("toReply", { left })} />
  );
}

type ChipProps = { state: string; words: string; Icon?: typeof IconClockHour4 };

function Chip({ state, words, Icon = IconClockHour4 }: ChipProps) {
  return (
    <span className={classes.chip} data-window={state} title={words}>
      <Icon size={14} stroke={1.5} aria-hidden />
      <span className={classes.chipWord}>{words}</span>
    </span>
  );
}

/** Show seconds when less than this is left, in milliseconds. */
const LAST_MINUTES_MS = 10 * 60_000;

/** Minutes and seconds, as in "9:07". null: the time is over. */
export function countdown(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
