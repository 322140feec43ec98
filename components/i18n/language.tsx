"use client";

import { NextIntlClientProvider, useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore, type ReactNode, useInsertionEffect } from "react";
import type { Messages } from "./catalogue.ts";
import { DrawnAt } from "./drawn-at.ts";
import { keepZone } from "./zone-cookie.ts";
import { speakForService, speakOfNetwork } from "../graphql/network-words.ts";
import { useServiceWords } from "./use-service-words.ts";

export type LanguageOfPage = {
  /** A result of `shownLocale`. */
  locale: string;
  /** Only the texts that every page needs. Parts of the portal add their own (words.tsx). */
  messages: Partial<Messages>;
  /** The time zone for the page's times: the browser's, if its cookie has it. */
  timeZone: string;
  /** When the page was rendered, in milliseconds. */
  drawnAt: number;
};

type Props = LanguageOfPage & { children: ReactNode };

/** Sets the language for everything below. Times follow the reader's time zone once the browser has reported it. */
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

/** The time zone is not watched. After travelling, a person has to reload the portal. */
const never = () => () => undefined;

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Gives the texts to the request code, which runs outside React. Insertion effects run before any effect that sends a request.
 */
function NetworkLanguage() {
  const t = useTranslations("shell.network");
  const service = useServiceWords();
  useInsertionEffect(() => speakOfNetwork(t), [t]);
  useInsertionEffect(() => speakForService(service), [service]);
  return null;
}
