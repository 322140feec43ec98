"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { timesOf, type Times } from "./times.ts";

/** How moments and stretches of time are said here, in the reader's language and zone. */
export function useTimes(): Times {
  return timesOf(useTranslations("inbox"), useLocale(), useTimeZone() ?? "UTC");
}
