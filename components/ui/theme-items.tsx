"use client";

import { Menu, useMantineColorScheme } from "@mantine/core";
import { COLOUR_SCHEMES, colourScheme } from "./colour-schemes.ts";

/** The choice of colours as items of a menu. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(name) => setColorScheme(colourScheme(name))}>
        {COLOUR_SCHEMES.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
