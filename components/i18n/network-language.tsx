"use client";

import { useTranslations } from "next-intl";
import { useInsertionEffect } from "react";
import { speakForService, speakOfNetwork } from "../graphql/network-words.ts";
import { useServiceWords } from "./use-service-words.ts";

/** What asks the service knows no React: it is told the words. Before any effect that asks something runs. */
export function NetworkLanguage() {
  const t = useTranslations("shell.network");
  const service = useServiceWords();
  useInsertionEffect(() => speakOfNetwork(t), [t]);
  useInsertionEffect(() => speakForService(service), [service]);
  return null;
}
