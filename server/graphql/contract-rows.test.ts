import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowsOf, type Row } from "../testing/contract/document.ts";
import { INTRODUCES, type Held } from "../testing/contract/row-tests.ts";
import { AUTHENTICATION } from "../testing/contract/rows-of-authentication.ts";
import { ENDPOINTS } from "../testing/contract/rows-of-endpoints.ts";
import { EVENTS } from "../testing/contract/rows-of-events.ts";
import { RESOURCES } from "../testing/contract/rows-of-resources.ts";
import { SERVICE } from "../testing/contract/rows-of-service.ts";
import { testTitles } from "../testing/contract/titles.ts";

// Every row, rule and sentence of contract.md has a test that server/testing/contract names. This fails for a row without
// a test, and for a test that was renamed or deleted.
const { rows, leftOpen } = rowsOf(readFileSync("docs/contract.md", "utf8"));
const HELD = { ...SERVICE, ...RESOURCES, ...ENDPOINTS, ...AUTHENTICATION, ...EVENTS };

/** Each name in the tables, with its tests. */
const entries = Object.entries(HELD).flatMap(([place, names]) =>
  Object.entries(names).map(([name, held]) => ({ place, name, held: [held].flat() as Held[] })),
);
/** A table's row is matched by its full name, a rule or sentence by its first words. */
const isOf = (row: Row, { place, name }: { place: string; name: string }) =>
  place === row.place && (row.kind === "row" ? name === row.name : row.name.startsWith(name) && !namesRow(place, name));
const namesRow = (place: string, name: string) =>
  rows.some((row) => row.kind === "row" && row.place === place && row.name === name);
const label = ({ place, name }: { place: string; name: string }) => `${place} › ${name}`;

test("every row, rule and sentence of the contract stands in the tables once", () => {
  const matches = rows.map((row) => entries.filter((entry) => isOf(row, entry)).length);
  expect(rows.filter((_, index) => matches[index] === 0).map(label)).toEqual([]);
  expect(rows.filter((_, index) => (matches[index] ?? 0) > 1).map(label)).toEqual([]);
});

test("every name in the tables is a row of the contract", () => {
  expect(entries.filter((entry) => !rows.some((row) => isOf(row, entry))).map(label)).toEqual([]);
});

test("every test that is named is there", () => {
  const titles = new Map<string, Set<string>>();
  const missing = testNames().filter((test) => {
    const [path = "", title = ""] = test.split(/: (.*)/s);
    if (!titles.has(path)) titles.set(path, existsSync(path) ? testTitles(path) : new Set());
    return !titles.get(path)?.has(title);
  });
  expect(missing).toEqual([]);
});

test("no table row is only an introduction, and what comes later is told", () => {
  const tableRows = rows.filter(({ kind }) => kind === "row");
  const idle = entries.filter(({ held }) => held.includes(INTRODUCES));
  // The fees of messaging providers are outside this software.
  expect(tableRows.filter((row) => idle.some((entry) => isOf(row, entry))).map(({ name }) => name)).toEqual([
    "Messaging provider fees",
  ]);
  const waiting = entries.filter(({ held }) => held.some((each) => typeof each === "object"));
  const untested = waiting.filter(({ held }) => held.every((each) => typeof each === "object"));
  const subjects = new Set(
    waiting.flatMap(({ held }) => held.flatMap((each) => (typeof each === "object" ? [each.later] : []))),
  );
  const tests = testNames();
  const held = entries.length - idle.length - untested.length;
  console.info(
    `contract.md: ${rows.length} rows, rules and sentences (${leftOpen} more say what it leaves open): ${held} held by ` +
      `${new Set(tests).size} tests in ${new Set(tests.map((test) => test.split(": ")[0])).size} files, ` +
      `${idle.length} introduce others, ${untested.length} wait whole and ${waiting.length - untested.length} in part for: ` +
      [...subjects].join("; "),
  );
  expect(untested.map(({ name }) => name)).toEqual(["Indicative throughput"]);
});

function testNames(): string[] {
  return entries.flatMap(({ held }) =>
    held.filter(
      (each): each is Exclude<Held, object | typeof INTRODUCES> => typeof each === "string" && each !== INTRODUCES,
    ),
  );
}
