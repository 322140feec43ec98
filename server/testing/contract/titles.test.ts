import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsOf } from "./document.ts";
import { testTitles } from "./titles.ts";

test("titles are those that a run would show: under their describes, and once per line of a table", () => {
  const file = join(mkdtempSync(join(tmpdir(), "titles-")), "some.test.ts");
  writeFileSync(
    file,
    `
    const LINES: [string, number][] = [["one", 1], ["two", 2]];
    const BY_NAME = { "a b": 1, c: 2 };
    test("plain", () => {});
    // test("in a comment", () => {});
    const text = 'test("in a text", () => {})';
    describe("outer", () => {
      describe.each(["x", "y"])("of %s", () => {
        test.each(LINES)("line %s", () => {});
        test.each(Object.entries(BY_NAME))("%s by name", () => {});
      });
      test.each<Thing>([{ name: "thing" }])("the $name", () => {});
      test.skip("skipped", () => {});
    });
    helper("no test", () => {});`,
  );
  expect([...testTitles(file)]).toEqual([
    "plain",
    ...["x", "y"].flatMap((each) =>
      ["line one", "line two", "a b by name", "c by name"].map((title) => `outer › of ${each} › ${title}`),
    ),
    "outer › the thing",
  ]);
});

test("rows are those of tables, numbered rules and sentences, each under its headings", () => {
  const markdown = `# Contract

## Things

A thing is one. Its colour: not shown. What follows (once):

| Field | Notes |
|---|---|
| id | |
| kind | of one |
| kind | of two |

### Rules

1. First. It has two sentences.

| State | Next |
|---|---|
| open | ended |
`;
  expect(rowsOf(markdown)).toEqual({
    leftOpen: 1,
    rows: [
      { place: "Things", name: "A thing is one.", kind: "sentence" },
      { place: "Things", name: "What follows (once):", kind: "sentence" },
      { place: "Things › What follows", name: "id", kind: "row" },
      { place: "Things › What follows", name: "kind / of one", kind: "row" },
      { place: "Things › What follows", name: "kind / of two", kind: "row" },
      { place: "Things › Rules", name: "1. First. It has two sentences.", kind: "rule" },
      { place: "Things › Rules", name: "open", kind: "row" },
    ],
  });
});
