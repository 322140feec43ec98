"use client";

import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { COLOUR_SCHEMES, colourScheme } from "./colour-schemes.ts";

/** The choice of colours; kept in the browser. */
export function ThemeChoice() {
  const t = useTranslations("ui.colours");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server cannot know the browser's choice: until then nothing is marked, or the two would disagree.
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
