import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { satisfies, validRange } from "semver";
import { describe, expect, test } from "vitest";
import { KNOWN_FAULTS } from "./known-faults.ts";
import { thirdParty } from "./licences.ts";
import { lockedPackages } from "./locked-packages.ts";
import { directDependencies, readUpkeep } from "./upkeep.ts";

/** Licences that ask for no more than their text. */
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

/** Those that ask for more, by package: used as they are, as files of their own, never changed. */
const WITH_DUTIES: [RegExp, string][] = [
  // What they changed of their own files would have to be published.
  [/^(mediabunny|web-push|axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/, "MPL-2.0"],
  // libvips, the library below sharp (Next has it too), loaded at run time, exchangeable.
  [/^@img\/sharp-/, "LGPL-3.0-or-later"],
  [/^elkjs$/, "EPL-2.0"],
  [/^@fontsource-variable\/inter$/, "OFL-1.1"],
  // Data, named here and in THIRD_PARTY.md.
  [/^caniuse-lite$/, "CC-BY-4.0"],
];

/** Whether a package may be used under what it says: one of several to choose from, all of several that hold together. */
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

  test("stand in THIRD_PARTY.md as they are (npm run licences writes it)", () => {
    const written = readFileSync(resolve(import.meta.dirname, "../../THIRD_PARTY.md"), "utf8");
    expect(written).toBe(thirdParty(packages));
  });
});

describe("versions", () => {
  test("none of those with known faults is in package-lock.json", () => {
    const bad = packages.flatMap(({ name, version }) =>
      KNOWN_FAULTS.filter(
        (fault) => fault.name === name && satisfies(version, fault.versions, { includePrerelease: true }),
      ).map(({ why }) => `${name} ${version}: ${why}`),
    );
    expect(bad).toEqual([]);
  });

  test.each(KNOWN_FAULTS)("the range of $name can be read", ({ versions }) => {
    expect(validRange(versions)).not.toBeNull();
  });

  test("a fault would be found", () => {
    const next = KNOWN_FAULTS.find(({ name }) => name === "next");
    expect(satisfies("16.4.0", next?.versions ?? "")).toBe(true);
    expect(satisfies("16.4.1", next?.versions ?? "")).toBe(false);
  });
});

describe("upkeep", () => {
  /** Six months sooner than the two years after which a package counts as left alone: what comes to that is seen in time. */
  const QUIET_MONTHS = 18;

  /** Packages without a release for so long, and why they are kept. */
  const KEPT: Record<string, string> = {
    "@dnd-kit/core":
      "does what the board needs, by keyboard too; its successor is not at 1.0; asks nobody, runs in the browser only",
    "@types/pg-copy-streams": "types alone; the package itself goes on",
    "@types/web-push": "types alone",
    dataloader: "400 lines without a dependency, and finished; nearly every GraphQL server has it",
    "franc-min": "a table of trigrams and a loop over it; languages do not change",
    "messaging-api-messenger":
      "a judge of our Messenger adapter in the tests, never shipped: that somebody else wrote it is the point",
    "prom-client": "Prometheus's text form does not change; no hole is known, and nothing of the outside reaches it",
    "robots-parser": "RFC 9309 is finished; one file without a dependency",
    "web-push": "encrypts as RFC 8291 and 8292 say, by Node's own crypto; the sending goes by our guarded door",
  };
  const { asked, packages: kept } = readUpkeep();

  test("every direct dependency stands in upkeep.json as it is used (npm run upkeep writes it)", () => {
    expect(kept.map(({ name, version }) => ({ name, version }))).toEqual(directDependencies());
  });

  test("whatever had no release for long is kept for a reason, and nothing else has one", () => {
    const quietSince = new Date(asked);
    quietSince.setUTCMonth(quietSince.getUTCMonth() - QUIET_MONTHS);
    const quiet = kept.filter(({ lastRelease }) => new Date(lastRelease) < quietSince).map(({ name }) => name);
    expect(quiet.sort()).toEqual(Object.keys(KEPT).sort());
  });
});
