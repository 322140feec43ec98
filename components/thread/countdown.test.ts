import { expect, test } from "vitest";
import { countdown } from "../composer/reply-window.tsx";

test.each([
  [599_000, "9:59"],
  [60_000, "1:00"],
  [6_200, "0:07"],
  [1, "0:01"],
  [0, null],
  [-1, null],
])("%d ms are drawn as %s", (left, words) => {
  expect(countdown(left)).toBe(words);
});
