import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Styles that stand on their own: of the page that is shown when nothing else could be loaded, and of the preview of a visitor's chat. */
const ALONE = /broken-house|webchat\.module/;

/** Values that belong into tokens.css, by the property that would hold them. */
const OUTSIDE: [RegExp, RegExp][] = [
  [/./, /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|oklch)\(/i],
  [/^font-size$/, /\d(px|rem)/],
  [/^font-weight$/, /^(?!400$|500$|600$)\d+/],
  [/^border(-.+)?-radius$/, /\d(px|rem)/],
  [/^(transition|animation)(-duration)?$/, /\b[1-9]\d*ms\b/],
];

test("no style writes a color, a font size, a weight, a radius or a short duration of its own", () => {
  const found: string[] = [];
  for (const file of globSync("{components,app}/**/*.css")) {
    if (ALONE.test(file) || file.endsWith("ui/tokens.css")) continue;
    const css = readFileSync(file, "utf8").replace(/\/\*.*?\*\//gs, "");
    for (const [, property = "", value = ""] of css.matchAll(/(?:^|[;{])\s*([a-z-]+):\s*([^;{}]+)(?=[;}])/g)) {
      if (OUTSIDE.some(([properties, values]) => properties.test(property) && values.test(value))) {
        found.push(`${file}: ${property}: ${value.trim()}`);
      }
    }
  }
  expect(found.sort()).toEqual([]);
});

test("every token that a style asks for exists", () => {
  const files = globSync("{components,app}/**/*.{css,ts,tsx}");
  const texts = files.filter((file) => !file.endsWith(".test.ts")).map((file) => readFileSync(file, "utf8"));
  const made = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(--[\w-]+)\s*:|"(--[\w-]+)"\s*[:,]/g)].map(([, inCss, inCode]) => inCss ?? inCode),
    ),
  );
  const asked = new Set(texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name)));
  const missing = [...asked].filter((name) => !made.has(name) && !/^--(mantine|button|input)-|-$/.test(name));
  expect(missing.sort()).toEqual([]);
});
