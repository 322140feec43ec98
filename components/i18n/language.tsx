"use client";

import { NextIntlClientProvider, useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore, type ReactNode, useInsertionEffect } from "react";
import type { Messages } from "./catalogue.ts";
import { DrawnAt } from "./drawn-at.ts";
import { keepZone } from "./zone-cookie.ts";
import { speakForService, speakOfNetwork } from "../graphql/network-words.ts";
import { useServiceWords } from "./use-service-words.ts";

export type LanguageOfPage = {
  /** As shownLocale gives it. */
  locale: string;
  /** Of that language, those that everybody reads; parts of the portal bring their own (words.tsx). */
  messages: Partial<Messages>;
  /** In which the page says its times: the browser's, as far as it has told it. */
  timeZone: string;
  /** When the page was drawn, in milliseconds. */
  drawnAt: number;
};

type Props = LanguageOfPage & { children: ReactNode };

/** The language of everything below; times are those of the reader's own clock, once the page has told it. */
export function Language({ locale, messages, timeZone: drawnZone, drawnAt, children }: Props) {
  const timeZone = useSyncExternalStore(never, ownZone, () => drawnZone);
  useEffect(() => {
    if (timeZone !== drawnZone) keepZone(timeZone);
  }, [timeZone, drawnZone]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
      <NetworkLanguage />
      <DrawnAt value={drawnAt}>{children}</DrawnAt>
    </NextIntlClientProvider>
  );
}

/** Who travels opens the portal anew. */
const never = () => () => undefined;

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What asks the service knows no React: it is told the words. Before any effect that asks something runs. */
function NetworkLanguage() {
  const t = useTranslations("shell.network");
  const service = useServiceWords();
  useInsertionEffect(() => speakOfNetwork(t), [t]);
  useInsertionEffect(() => speakForService(service), [service]);
  return null;
}
