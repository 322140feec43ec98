"use client";

import { useFormatter } from "next-intl";
import { useNow } from "./use-now.ts";
import { useTimes } from "./use-times.ts";

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const DAY = { dateStyle: "medium" } as const;

/**
 * A time in the reader's language and time zone, with the full date and time in the tooltip.
 * @param precise up to a week from now, how far away it is: "4 min. ago", "yesterday", "in 2 hr." Otherwise the date.
 */
export function When({ at, precise = false }: { at: string; precise?: boolean }) {
  const format = useFormatter();
  const { absoluteTime } = useTimes();
  const now = useNow();
  const ms = Date.parse(at);
  const away = Math.abs(ms - now);
  return (
    <time dateTime={at} title={absoluteTime(at)}>
      {precise && away < WEEK_MS
        ? // The clock ticks every half minute: seconds would be wrong.
          format.relativeTime(away < MINUTE_MS ? now : ms, { now, style: "short" })
        : format.dateTime(ms, DAY)}
    </time>
  );
}
