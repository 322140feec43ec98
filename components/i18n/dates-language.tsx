"use client";

import { DatesProvider } from "@mantine/dates";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { firstDayOfWeek } from "./first-day-of-week.ts";
import { languageOf } from "./locales.ts";

import "dayjs/locale/de";
import "dayjs/locale/es";
import "dayjs/locale/fr";
import "@mantine/dates/styles.css";

/** Loads the date and time pickers with their language, only for the parts of the portal that use them. */
export function DatesLanguage({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return (
    <DatesProvider settings={{ locale: languageOf(locale), firstDayOfWeek: firstDayOfWeek(locale) }}>
      {children}
    </DatesProvider>
  );
}
