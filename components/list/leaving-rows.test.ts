import { expect, test } from "vitest";
import { leavingRows } from "./leaving-rows.ts";

const list = (...ids: string[]) => ids.map((id) => ({ id }));
const left = (before: string[], after: string[]) =>
  leavingRows(list(...before), list(...after)).map(({ row, index }) => `${row.id} at ${index}`);

test.each([
  ["one that was ended", ["a", "b", "c"], ["a", "c"], ["b at 1"]],
  ["one, while another comes in", ["a", "b", "c"], ["x", "a", "c"], ["b at 1"]],
  ["none, when rows only change places", ["a", "b", "c"], ["c", "a", "b"], []],
  ["none, when rows come in", ["a"], ["a", "b"], []],
  ["none, when the list is empty: what it means is shown at once", ["a"], [], []],
  ["none, when many go at once", ["a", "b", "c", "d", "e"], ["e"], []],
])("%s", (_, before, after, expected) => {
  expect(left(before, after)).toEqual(expected);
});
