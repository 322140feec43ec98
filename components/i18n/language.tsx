"use client";

import { DatesProvider } from "@mantine/dates";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import type { Messages } from "./catalogue.ts";
import { languageOf } from "./locales.ts";
import { NetworkLanguage } from "./network-language.tsx";

import "dayjs/locale/de";
import "dayjs/locale/es";
import "dayjs/locale/fr";

type Props = { locale: string; messages: Messages; children: ReactNode };

/**
 * The language of everything below; times are those of the reader's own clock.
 * @param props `locale` as shownLocale gives it, `messages` of its language.
 */
export function Language({ locale, messages, children }: Props) {
  const language = languageOf(locale);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
      <NetworkLanguage />
      <DatesProvider settings={{ locale: language, firstDayOfWeek: language === "en" ? 0 : 1 }}>
        {children}
      </DatesProvider>
    </NextIntlClientProvider>
  );
}
