"use client";

import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { useNow, useSecond } from "../inbox/use-now.ts";
import { useTimes } from "../inbox/use-times.ts";
import { windowState } from "./window-state.ts";
import classes from "../thread/thread-header.module.css";

/** How long one may still write freely; by the second when it is nearly over. */
export function ReplyWindow({ row }: { row: ConvRow }) {
  const { timeLeft } = useTimes();
  const t = useTranslations("bulk.header");
  const now = useNow();
  const state = windowState(row, now);
  if (row.ended) return <span className={classes.chip}>{t("ended")}</span>;
  if (state === null) return null;
  if (state === "closed" || row.replyWindowClosesAt === null) return <Chip state="closed" words={t("windowClosed")} />;
  // The coarse clock is half a minute behind at most.
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

function Chip({ state, words }: { state: string; words: string }) {
  return (
    <span className={classes.chip} data-window={state} title={words}>
      {words}
    </span>
  );
}

/** From when on seconds count, in milliseconds before the end. */
const LAST_MINUTES_MS = 10 * 60_000;

/** "9:07" of minutes and seconds; null once it is over. */
export function countdown(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
