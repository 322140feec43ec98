"use client";

import { useLocale } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepLocale } from "../i18n/locale-cookie.ts";
import { languageOf } from "../i18n/locales.ts";
import { usePreferences } from "./preferences.ts";

/**
 * Draws the portal again, in place, when the person has chosen another language than it is drawn in: here, on another device, or
 * before they came to this browser.
 */
export function FollowLanguage() {
  const shown = languageOf(useLocale());
  const [{ locale: chosen }] = usePreferences();
  const router = useRouter();
  useEffect(() => {
    if (chosen === null || chosen === shown) return;
    keepLocale(chosen);
    router.refresh();
  }, [chosen, shown, router]);
  return null;
}
