import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TokenBuckets } from "./token-bucket.ts";

describe("a token bucket", () => {
  test("takes its points at once, then one each time one has come back", () => {
    const buckets = new TokenBuckets({ points: 3, duration: 30 });
    expect([0, 0, 0, 0].map((now) => buckets.take("a", now))).toEqual([0, 0, 0, 10]);
    expect(buckets.take("a", 9_000)).toBe(1);
    expect([buckets.take("a", 10_000), buckets.take("a", 10_000)]).toEqual([0, 10]);
    expect(buckets.take("b", 10_000)).toBe(0);
  });

  test("in no stretch of time do more pass than its points and what came back meanwhile", () => {
    const gaps = fc.array(fc.nat({ max: 700 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 20 }), (waits, points) => {
        const buckets = new TokenBuckets({ points, duration: 2 });
        let now = 0;
        const passed: number[] = [];
        for (const wait of waits) {
          now += wait;
          if (buckets.take("a", now) === 0) passed.push(now);
        }
        passed.forEach((from, first) => {
          passed.slice(first).forEach((to, count) => {
            expect(count + 1).toBeLessThanOrEqual(points + ((to - from) / 1_000) * (points / 2) + 1e-6);
          });
        });
      }),
      { numRuns: 200 },
    );
  });

  test("counts what others have taken, gives back, and is filled again", () => {
    const buckets = new TokenBuckets({ points: 2, duration: 60 });
    buckets.add("a", -2, 0);
    expect(buckets.take("a", 0)).toBe(30);
    buckets.add("a", 1, 0);
    expect([buckets.take("a", 0), buckets.take("a", 0)]).toEqual([0, 30]);
    buckets.fill("a");
    expect([buckets.take("a", 0), buckets.take("a", 0), buckets.take("a", 0)]).toEqual([0, 0, 30]);
  });

  test("others cannot put it further below zero than its points, and nobody fills it above them", () => {
    const buckets = new TokenBuckets({ points: 2, duration: 60 });
    buckets.add("a", -1_000, 0);
    expect(buckets.take("a", 0)).toBe(90);
    buckets.add("b", 1_000, 0);
    expect([buckets.take("b", 0), buckets.take("b", 0), buckets.take("b", 0)]).toEqual([0, 0, 30]);
  });

  test("a clock that is put back fills nothing", () => {
    const buckets = new TokenBuckets({ points: 1, duration: 10 });
    expect(buckets.take("a", 100_000)).toBe(0);
    expect(buckets.take("a", 50_000)).toBe(10);
  });

  test("buckets that are full again are not kept", () => {
    const buckets = new TokenBuckets({ points: 1, duration: 1 });
    for (let no = 0; no < 10_000; no++) buckets.take(`caller ${no}`, no * 10);
    expect(buckets.size).toBeLessThan(1_001);
  });
});
