import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitText } from "./send-reply.ts";

const split = (text: string, maxCharacters: number, maxBytes: number | null = null, most = 100) =>
  splitText(text, { maxCharacters, maxBytes }, most);

describe("splitText", () => {
  test.each([
    ["short", 10, ["short"]],
    ["  trimmed \n", 10, ["trimmed"]],
    ["", 10, []],
    ["first part\n\nsecond part", 15, ["first part", "second part"]],
    ["one line\nand another", 15, ["one line", "and another"]],
    ["A sentence. And one more.", 16, ["A sentence.", "And one more."]],
    ["some words without an end", 12, ["some words", "without an", "end"]],
    ["unbrokenunbroken", 8, ["unbroken", "unbroken"]],
    ["👩‍🚀👩‍🚀", 3, ["👩‍🚀", "👩‍🚀"]],
  ])("%j in parts of %i", (text, max, parts) => {
    expect(split(text, max)).toEqual(parts);
  });

  test("bytes count where the channel counts them", () => {
    expect(split("ääää öööö", 100, 9)).toEqual(["ääää", "öööö"]);
  });

  test("more parts than a client would read, and characters that fit nowhere, are null", () => {
    expect(split("a b c", 1, null, 2)).toBeNull();
    expect(split("€", 1, 2)).toBeNull();
  });

  test("whatever the text: every part fits, says something, and nothing but white space is lost", () => {
    const words = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(". ", "\n", "\n\n", " ")));
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 4, max: 40 }),
        fc.option(fc.integer({ min: 8, max: 60 })),
        (some, max, bytes) => {
          const text = some.join("").toWellFormed();
          const parts = split(text, max, bytes, Infinity) ?? [];
          for (const part of parts) {
            expect([...part].length).toBeLessThanOrEqual(max);
            if (bytes !== null) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(bytes);
            expect(part.trim()).not.toBe("");
          }
          expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        },
      ),
    );
  });
});
