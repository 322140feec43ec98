import { expect, test } from "vitest";
import { isBefore } from "./live-place.ts";

const place = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  ["an earlier transaction", place("9 50"), place("10 2"), true],
  ["a later one", place("10 2"), place("9 50"), false],
  ["an earlier event of the same", place("10 2"), place("10 10"), true],
  ["the same place", place("10 2"), place("10 2"), false],
  ["what cannot be read", "?", place("10 2"), true],
])("%s", (_, one, other, expected) => {
  expect(isBefore(one, other)).toBe(expected);
});
