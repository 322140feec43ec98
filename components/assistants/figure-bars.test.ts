import { describe, expect, test } from "vitest";
import { barsOf } from "./figure-bars.ts";

const ROOM = { width: 100, height: 40 };

describe("bars of days", () => {
  test("the busiest day fills the picture, the others stand in proportion, handed over on answered", () => {
    const { bars, most } = barsOf(
      [
        { answered: 6, handedOver: 2 },
        { answered: 4, handedOver: 0 },
      ],
      ROOM,
    );
    expect(most).toBe(8);
    expect(bars).toEqual([
      { x: 6.25, width: 37.5, answered: { y: 10, height: 30 }, handedOver: { y: 0, height: 10 } },
      { x: 56.25, width: 37.5, answered: { y: 20, height: 20 }, handedOver: { y: 20, height: 0 } },
    ]);
  });

  test("one among thousands is still to be seen, and never above the picture", () => {
    const { bars } = barsOf(
      [
        { answered: 1, handedOver: 0 },
        { answered: 9_999, handedOver: 1 },
      ],
      ROOM,
    );
    expect(bars[0]?.answered.height).toBe(1);
    const busiest = bars[1];
    expect(busiest?.handedOver.y).toBeGreaterThanOrEqual(0);
    expect((busiest?.answered.height ?? 0) + (busiest?.handedOver.height ?? 0)).toBeLessThanOrEqual(ROOM.height);
  });

  test("days on which nothing happened, and no days at all", () => {
    expect(barsOf([{ answered: 0, handedOver: 0 }], ROOM).bars[0]?.answered.height).toBe(0);
    expect(barsOf([], ROOM)).toEqual({ bars: [], most: 0 });
  });
});
