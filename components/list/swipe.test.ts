import { expect, test } from "vitest";
import { directionOf, swipeOf } from "./use-swipe-rows.ts";

test.each([
  [4, 3, null],
  [40, 5, "aside"],
  [-40, 5, "aside"],
  [20, 18, "along"],
  [2, 60, "along"],
] as const)("a finger that moves by %i and %i goes %s", (x, y, direction) => {
  expect(directionOf(x, y)).toBe(direction);
});

test("a row acts only when it is pulled far enough", () => {
  expect([95, 96, -95, -96].map(swipeOf)).toEqual([null, "end", null, "snooze"]);
});
