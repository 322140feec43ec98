"use client";

import { useMounted } from "@mantine/hooks";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment in the reader's own zone and language; the whole of it in the tooltip. */
export function When({ at, precise = false }: { at: string; precise?: boolean }) {
  // The server knows neither zone nor language of the reader.
  const isMounted = useMounted();
  const time = new Date(at);
  return (
    <time dateTime={at} title={isMounted ? MOMENT.format(time) : undefined}>
      {isMounted ? (precise ? MOMENT : DAY).format(time) : "…"}
    </time>
  );
}
