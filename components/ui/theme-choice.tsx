"use client";

import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { COLOUR_SCHEMES, colourScheme } from "./colour-schemes.ts";

/** Chooses light or dark colors. Stored in the browser. */
export function ThemeChoice() {
  const t = useTranslations("ui.colours");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the browser's choice. Until mounted, show "auto", so that both render the same.
  const isMounted = useMounted();
  return (
    <SegmentedControl
      aria-label={t("label")}
      data={COLOUR_SCHEMES.map((value) => ({ value, label: t(value) }))}
      value={isMounted ? colorScheme : "auto"}
      onChange={(name) => setColorScheme(colourScheme(name))}
      fullWidth
    />
  );
}
