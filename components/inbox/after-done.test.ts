import { expect, test } from "vitest";
import { afterDone } from "./inbox-panes.tsx";

test.each([
  ["next", "b", "c"],
  ["next", "c", "b"],
  ["previous", "b", "a"],
  ["previous", "a", "b"],
  ["stay", "b", "b"],
  ["list", "b", null],
  // It was opened by a link and is not in the shown list.
  ["next", "elsewhere", null],
] as const)("%s after %s opens %s", (how, done, opened) => {
  expect(afterDone(["a", "b", "c"], done, how)).toBe(opened);
});

test.each([
  ["next", 1, "b"],
  ["next", 3, "c"],
  ["previous", 1, "a"],
  ["previous", 0, "a"],
] as const)("%s after a row that had left its place %d, because it was answered, opens %s", (how, place, opened) => {
  expect(afterDone(["a", "b", "c"], "answered", how, place)).toBe(opened);
});

test("of a list of one nothing is left to open", () => {
  expect([afterDone(["a"], "a", "next"), afterDone(["a"], "a", "previous")]).toEqual([null, null]);
});
