"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { InboxWords } from "../inbox/inbox-words.ts";
import { timesOf, type Times } from "../inbox/times.ts";

/** What rows are written in: the words of the list and of messages, and how times are said. */
export type RowWords = { t: ReturnType<typeof useTranslations<"list">>; inbox: InboxWords; times: Times };

/** Asked for once by the list, and not by each part of each row: rows are made while the list is scrolled. */
export function useRowWords(): RowWords {
  const t = useTranslations("list");
  const inbox = useTranslations("inbox");
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return useMemo(() => ({ t, inbox, times: timesOf(inbox, locale, timeZone) }), [t, inbox, locale, timeZone]);
}
