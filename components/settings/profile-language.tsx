"use client";

import { Box, Select } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { isLocale, languageOf, LOCALES } from "../i18n/locales.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { Panel } from "../ui/panel.tsx";

const CHOICES = Object.entries(LOCALES).map(([value, label]) => ({ value, label }));

/**
 * The portal's language. Each language is listed in its own name, so that a person who cannot read the current one finds theirs.
 */
export function ProfileLanguage() {
  const t = useTranslations("settings.language");
  const shown = languageOf(useLocale());
  const [{ locale }, change] = usePreferences();
  return (
    <Panel title={t("title")} description={t("description")}>
      <Box maw={320}>
        <Select
          aria-label={t("title")}
          allowDeselect={false}
          value={locale ?? shown}
          data={CHOICES}
          renderOption={({ option }) => <span lang={option.value}>{option.label}</span>}
          onChange={(value) => {
            if (isLocale(value)) change({ locale: value });
          }}
        />
      </Box>
    </Panel>
  );
}
