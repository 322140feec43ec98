import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, readableOn, textOn } from "./colour.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const SURFACES = ["#ffffff", "#191e1c"];

describe("contrast", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    // WCAG's own threshold grey.
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 4.0],
  ])("%s on %s", (one, other, expected) => expect(contrast(one, other)).toBeCloseTo(expected, 1));

  test("is the same both ways, and 1 for what is no colour", () => {
    fc.assert(fc.property(colour, colour, (a, b) => contrast(a, b) === contrast(b, a)));
    expect(contrast("red", "#ffffff")).toBe(1);
  });
});

test("whatever colour a channel has, the text on it can be read", () => {
  fc.assert(
    fc.property(colour, (accent) => contrast(textOn(accent), accent) >= 4.5),
    { numRuns: 2_000 },
  );
});

test("whatever colour a channel has, it can be read as text on the light and the dark ground", () => {
  fc.assert(
    fc.property(
      colour,
      fc.constantFrom(...SURFACES),
      (accent, surface) => contrast(readableOn(surface, accent), surface) >= 4.5,
    ),
    { numRuns: 2_000 },
  );
});

test("a colour that can be read already stays as it is", () => {
  expect(readableOn("#ffffff", "#0f6f5d")).toBe("#0f6f5d");
  expect(textOn("#0f6f5d")).toBe("#ffffff");
  expect(textOn("#ffe14d")).toBe("#000000");
});
