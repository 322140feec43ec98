import { expect, test } from "vitest";
import { csvOf } from "./csv-file.ts";

test("texts are quoted where they must be, formulas are not run, numbers stay numbers", () => {
  const csv = csvOf(
    ["Name", "Count"],
    [
      ['Ana, "A"', 3],
      ["=1+1", -2],
      ["@me", null],
      ["a\nb", 0],
    ],
  );
  expect(csv).toBe('\uFEFFName,Count\n"Ana, ""A""",3\n\'=1+1,-2\n\'@me,\n"a\nb",0\n');
});
