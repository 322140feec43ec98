"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { serviceWords, type ServiceWords } from "./service-words.ts";

/** Translates the service's English sentences into the reader's language and time zone. */
export function useServiceWords(): ServiceWords {
  const t = useTranslations("service");
  const format = useFormatter();
  return useMemo(
    () => serviceWords(t, (iso) => format.dateTime(new Date(iso), { dateStyle: "medium", timeStyle: "short" })),
    [t, format],
  );
}
