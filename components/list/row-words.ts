"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { InboxWords } from "../inbox/inbox-words.ts";
import { timesOf, type Times } from "../ui/times.ts";

/** The texts that rows need: those of the list and of messages, and the formatting of times. */
export type RowWords = { t: ReturnType<typeof useTranslations<"list">>; inbox: InboxWords; times: Times };

/** Called once by the list and not by each part of each row, because scrolling creates rows. */
export function useRowWords(): RowWords {
  const t = useTranslations("list");
  const inbox = useTranslations("inbox");
  const ofTimes = useTranslations("ui.times");
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return useMemo(
    () => ({ t, inbox, times: timesOf(ofTimes, locale, timeZone) }),
    [t, inbox, ofTimes, locale, timeZone],
  );
}
