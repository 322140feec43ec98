"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { timesOf, type Times } from "./times.ts";

/** Formats times and durations in the reader's language and time zone. */
export function useTimes(): Times {
  return timesOf(useTranslations("ui.times"), useLocale(), useTimeZone() ?? "UTC");
}
