"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SettingsPageKey } from "../shell/settings-pages.ts";
import { Page } from "../ui/page.tsx";

type Props = {
  page: SettingsPageKey;
  /** How many things the page lists, once it is known. */
  count?: number;
  description?: ReactNode;
  /** Buttons for the whole page. */
  actions?: ReactNode;
  /** Uses the whole width: tables and reference. Forms keep a readable width. */
  isWide?: boolean;
  children: ReactNode;
};

/** One page of the settings, beside their navigation. */
export function SettingsFrame({ page, ...frame }: Props) {
  const t = useTranslations("shell.pages");
  return <Page look="settings" title={t(page)} {...frame} />;
}
