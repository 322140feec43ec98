"use client";

import { Select } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { isLocale, languageOf, LOCALES } from "../i18n/locales.ts";
import { usePreferences } from "../shell/use-preferences.ts";

const CHOICES = Object.entries(LOCALES).map(([value, label]) => ({ value, label }));

/**
 * The portal's language. Each language is listed in its own name, so that a person who cannot read the current one finds theirs.
 */
export function ProfileLanguage() {
  const t = useTranslations("settings.language");
  const shown = languageOf(useLocale());
  const [{ locale }, change] = usePreferences();
  return (
    <Select
      label={t("title")}
      description={t("description")}
      allowDeselect={false}
      value={locale ?? shown}
      data={CHOICES}
      renderOption={({ option }) => <span lang={option.value}>{option.label}</span>}
      onChange={(value) => {
        if (isLocale(value)) change({ locale: value });
      }}
    />
  );
}
