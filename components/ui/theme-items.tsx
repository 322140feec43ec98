"use client";

import { Menu, useMantineColorScheme } from "@mantine/core";
import { useTranslations } from "next-intl";
import { COLOUR_SCHEMES, colourScheme } from "./colour-schemes.ts";

export function ThemeItems() {
  const t = useTranslations("ui.colours");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t("label")}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(name) => setColorScheme(colourScheme(name))}>
        {COLOUR_SCHEMES.map((value) => (
          <Menu.RadioItem key={value} value={value}>
            {t(value)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
