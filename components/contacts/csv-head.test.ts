import { expect, test } from "vitest";
import { readCsvHead } from "./csv-head.ts";

const read = (text: string, isWhole = true) => readCsvHead(text, { rows: 2, isWhole });

test.each([
  ["a,b\n1,2\n", { header: ["a", "b"], rows: [["1", "2"]] }],
  ["\uFEFFa;b;c,d\r\n1;2;3\r\n", { header: ["a", "b", "c,d"], rows: [["1", "2", "3"]] }],
  ['"a;x",b\n"1 ""one""","2\n2"\n', { header: ["a;x", "b"], rows: [['1 "one"', "2\n2"]] }],
  [
    "a,b\r1,2\r3,4\r5,6",
    {
      header: ["a", "b"],
      rows: [
        ["1", "2"],
        ["3", "4"],
      ],
    },
  ],
  ["\n , \na\n1", { header: ["a"], rows: [["1"]] }],
  ["only", { header: ["only"], rows: [] }],
  ["", null],
  ["\n\n", null],
])("%j", (text, head) => {
  expect(read(text)).toEqual(head);
});

test("a row that is cut off is left out", () => {
  expect(read("a,b\n1,2\n3,", false)).toEqual({ header: ["a", "b"], rows: [["1", "2"]] });
  expect(read('a,b\n1,"2', true)).toEqual({ header: ["a", "b"], rows: [] });
});
