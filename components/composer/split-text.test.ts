import fc from "fast-check";
import { expect, test } from "vitest";
import { splitText } from "./split-text.ts";

const upTo = (most: number) => (part: string) => [...part].length <= most;

test("is cut where one would pause", () => {
  expect(splitText("One two three. Four five six", upTo(20))).toEqual(["One two three.", "Four five six"]);
  expect(splitText("One two three four five six", upTo(16))).toEqual(["One two three", "four five six"]);
  expect(splitText("aaaaaaaaaa", upTo(4))).toEqual(["aaaa", "aaaa", "aa"]);
  expect(splitText("short", upTo(10))).toEqual(["short"]);
});

test("every part fits, no character is lost or torn", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 8, max: 60 }), (text, most) => {
      const parts = splitText(text, upTo(most));
      for (const part of parts) {
        expect(upTo(most)(part)).toBe(true);
        expect(part.isWellFormed()).toBe(true);
      }
      expect(parts.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
    }),
    { numRuns: 200 },
  );
});
