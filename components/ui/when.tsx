"use client";

import { useMounted } from "@mantine/hooks";
import { useFormatter } from "next-intl";

const DAY = { dateStyle: "medium" } as const;
const MOMENT = { dateStyle: "medium", timeStyle: "short" } as const;

/** A time in the reader's language and time zone, with the full date and time in the tooltip. */
export function When({ at, precise = false }: { at: string; precise?: boolean }) {
  const format = useFormatter();
  // The server does not know the reader's time zone.
  const isMounted = useMounted();
  const time = new Date(at);
  return (
    <time dateTime={at} title={isMounted ? format.dateTime(time, MOMENT) : undefined}>
      {isMounted ? format.dateTime(time, precise ? MOMENT : DAY) : "…"}
    </time>
  );
}
