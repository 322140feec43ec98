"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { Messages } from "./catalogue.ts";

/** Adds texts to those of the parent (words.tsx). */
export function MoreWords({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const known = useMessages();
  const all = useMemo(() => ({ ...known, ...messages }), [known, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
