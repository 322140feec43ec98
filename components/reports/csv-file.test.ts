import { expect, test } from "vitest";
import { csvCell } from "../../server/clients/csv-cells.ts";
import { csvOf } from "./report-table.tsx";

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

test("whatever a cell begins with, it is disarmed here where the server's files disarm it, and nowhere else", () => {
  const armed: string[] = [];
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = String.fromCharCode(unit) + "1+1";
    const isDisarmed = /^\uFEFF"?'/.test(csvOf([text], [])) && !text.startsWith("'");
    if (isDisarmed !== (csvCell(text) !== text)) armed.push(unit.toString(16));
  }
  expect(armed).toEqual([]);
  expect([..."=+-@\t\r\n＝＋－＠"].filter((begin) => csvCell(begin) === begin)).toEqual([]);
});
