import { describe, expect, test } from "vitest";
import { createKnownHeights, openingOffset } from "./known-heights.ts";

describe("heights of lines", () => {
  test("are known as long as the log is as wide, the oldest forgotten first", () => {
    const known = createKnownHeights(2);
    known.seeBox({ width: 600, height: 500 });
    known.remember([
      ["a", 40],
      ["b", 64],
    ]);
    known.remember([["a", 44]]);
    known.remember([["c", 20]]);
    expect([known.of("a"), known.of("b"), known.of("c")]).toEqual([44, undefined, 20]);
    known.seeBox({ width: 600, height: 300 });
    expect(known.of("a")).toBe(44);
    known.seeBox({ width: 320, height: 300 });
    expect(known.of("a")).toBeUndefined();
    expect(known.box()).toEqual({ width: 320, height: 300 });
  });

  test("say where a log opens: at its end, at a line, and not beyond what there is", () => {
    const heights = [100, 100, 100, 100];
    expect(openingOffset(heights, -1, 250, 10)).toBe(170);
    expect(openingOffset(heights, 1, 250, 10)).toBe(110);
    expect(openingOffset(heights, 3, 250, 10)).toBe(170);
    expect(openingOffset([50], -1, 250, 10)).toBe(0);
  });
});
