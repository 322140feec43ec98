import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPaceClock } from "./paced-pool.ts";

/** How far the database's clock is ahead of ours, in milliseconds. */
const AHEAD = 1_795_000_000_000;

describe("the clock", () => {
  test("is as far off as the quickest answer took, whatever the others took and in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 50 }), (ways) => {
        const clock = createPaceClock();
        ways.forEach((way, second) => clock.note(AHEAD + second * 10, second * 10 + way));
        const off = clock.toLocal(AHEAD + 5_000) - 5_000;
        expect(off).toBeCloseTo(Math.min(...ways), 3);
      }),
    );
  });

  test("follows a database clock that drifts or was set: what is older than half a minute no longer counts", () => {
    const clock = createPaceClock();
    clock.note(AHEAD, 1);
    for (let at = 1_000; at <= 40_000; at += 1_000) clock.note(AHEAD - 700 + at, at + 2);
    expect(clock.toLocal(AHEAD - 700 + 50_000)).toBeCloseTo(50_002, 3);
    const ahead = createPaceClock();
    ahead.note(AHEAD, 1);
    // The database's clock was set forward: the difference is smaller and applies at once.
    ahead.note(AHEAD + 700 + 10, 12);
    expect(ahead.toLocal(AHEAD + 700 + 20)).toBeCloseTo(22, 3);
  });

  test("tells how slow answers are: at once when one was, less and less afterwards, and no more than half a second", () => {
    const clock = createPaceClock();
    clock.note(AHEAD, 2);
    expect(clock.lagMs()).toBe(0);
    clock.note(AHEAD + 100, 100 + 2 + 80);
    expect(clock.lagMs()).toBeCloseTo(80, 3);
    for (let n = 1; n <= 30; n++) clock.note(AHEAD + 200 + n, 202 + n);
    expect(clock.lagMs()).toBeLessThan(5);
    clock.note(AHEAD + 1_000, 9_000);
    expect(clock.lagMs()).toBe(500);
  });
});
