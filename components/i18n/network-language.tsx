"use client";

import { useTranslations } from "next-intl";
import { useInsertionEffect } from "react";
import { speakOfNetwork } from "../graphql/network-words.ts";

/** What asks the service knows no React: it is told the words. Before any effect that asks something runs. */
export function NetworkLanguage() {
  const t = useTranslations("shell.network");
  useInsertionEffect(() => speakOfNetwork(t), [t]);
  return null;
}
