import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { lockedPackages, thirdParty } from "./licences.ts";

/** Licences that require nothing but their text. */
const FREE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Zlib",
]);

/** Licences with more duties, by package. These packages are used unchanged, as separate files. */
const WITH_DUTIES: [RegExp, string][] = [
  // Changes to their own files would have to be published.
  [/^(mediabunny|web-push|axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/, "MPL-2.0"],
  // libvips, the library that sharp uses (Next too), loaded at run time and replaceable.
  [/^@img\/sharp-/, "LGPL-3.0-or-later"],
  [/^elkjs$/, "EPL-2.0"],
  [/^@fontsource-variable\/inter$/, "OFL-1.1"],
  // Data, credited here and in docs/third-party.md.
  [/^caniuse-lite$/, "CC-BY-4.0"],
];

/** Whether a package's licence is allowed: one of several alternatives, or all of several that apply together. */
function isAllowed(name: string, licence: string): boolean {
  const one = (word: string) => FREE.has(word) || WITH_DUTIES.some(([of, what]) => what === word && of.test(name));
  const words = licence.replace(/^\((.*)\)$/, "$1");
  return words.split(/ or /i).some((choice) => choice.split(/ and /i).every((word) => one(word.trim())));
}

const packages = lockedPackages();

describe("licences", () => {
  test("are such that the product may be given on", () => {
    const refused = packages.filter(({ name, licence }) => !isAllowed(name, licence));
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  test.each([
    ["anything", "GPL-3.0-only", false],
    ["anything", "(MIT OR GPL-3.0-or-later)", true],
    ["anything", "MIT AND GPL-3.0-only", false],
    ["mediabunny", "MPL-2.0", true],
    ["another", "MPL-2.0", false],
    ["another", "SEE LICENSE IN LICENSE.md", false],
  ])("%s under %s: %s", (name, licence, allowed) => {
    expect(isAllowed(name, licence)).toBe(allowed);
  });

  test("stand in docs/third-party.md as they are (npm run licences writes it)", () => {
    const written = readFileSync(resolve(import.meta.dirname, "../../docs/third-party.md"), "utf8");
    expect(written).toBe(thirdParty(packages));
  });
});
