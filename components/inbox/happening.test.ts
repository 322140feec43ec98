import { expect, test } from "vitest";
import { parseQuery, printQuery } from "../list/conv-query.ts";
import { readHappening, writeHappening, type HappeningField } from "./happening.ts";

const ANA = "0190a000-0000-7000-8000-000000000001";
const SPAN = "2026-11-01T00:00:00Z/2026-12-01T00:00:00Z";

test.each<[HappeningField, string]>([
  ["wrote", `client/${SPAN}`],
  ["wrote", `${ANA}/${SPAN}`],
  ["wrote", `client/${SPAN}/5-14/America/Argentina/Buenos_Aires`],
  ["wrote", `client/${SPAN}/7-0/UTC`],
  ["given", `${ANA}/${SPAN}`],
  ["answered", `${ANA}/${SPAN}`],
  ["turn", `${ANA}/${SPAN}`],
  ["turn", `${ANA}/${SPAN}/handedOver`],
])("%s:%s is read, written the same, and a condition of the search field", (field, value) => {
  const happening = readHappening(field, value);
  expect(happening && writeHappening(happening)).toBe(value);
  const query = parseQuery(`${field}:${value}`);
  expect(query).toEqual({ groups: [[{ field, op: "is", values: [value] }]], words: [], unknown: [] });
  expect(printQuery(query)).toBe(`${field}:${value}`);
});

test.each([
  "wrote:client",
  `wrote:Ana/${SPAN}`,
  "wrote:client/soon/later",
  `wrote:client/${SPAN}/8-1/UTC`,
  `wrote:client/${SPAN}/5-14`,
  `wrote:client/${SPAN}/5-14/Mars/Olympus`,
  `given:client/${SPAN}`,
  `given:${ANA}/${SPAN}/answered`,
  "answered:program",
  `turn:${ANA}/${SPAN}/lost`,
  "ended:yes",
  "rated:5",
])("%s is said to be no filter, as the service would refuse it", (text) => {
  expect(parseQuery(text)).toEqual({ groups: [], words: [], unknown: [text] });
});

test("who gave the first answer, and when it ended or was rated, are conditions too", () => {
  expect(parseQuery("answered:person,assistant ended:>2026-11-01 rated:<7d").groups).toEqual([
    [
      { field: "answered", op: "is", values: ["person", "assistant"] },
      { field: "endedAt", op: "after", values: ["2026-11-01"] },
      { field: "rated", op: "within", values: ["7d"] },
    ],
  ]);
});
