"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTagColor } from "../details/use-tag-color.ts";
import type { InboxWords } from "../inbox/inbox-words.ts";
import type { TagColor } from "../ui/tag-colors.ts";
import { timesOf, type Times } from "../ui/times.ts";

/** What rows need besides their data: the texts of the list and of messages, the formatting of times, the colours of tags. */
export type RowWords = {
  t: ReturnType<typeof useTranslations<"list">>;
  inbox: InboxWords;
  times: Times;
  tagColor: (tag: string) => TagColor;
};

/** Called once by the list and not by each part of each row, because scrolling creates rows. */
export function useRowWords(): RowWords {
  const t = useTranslations("list");
  const inbox = useTranslations("inbox");
  const ofTimes = useTranslations("ui.times");
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  const tagColor = useTagColor("conversation");
  return useMemo(
    () => ({ t, inbox, times: timesOf(ofTimes, locale, timeZone), tagColor }),
    [t, inbox, ofTimes, locale, timeZone, tagColor],
  );
}
