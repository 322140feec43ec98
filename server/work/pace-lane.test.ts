import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LATE_MS, WAY_MS } from "../sending/send-pace.ts";
import { createPaceLane, type PaceLane } from "./paced-pool.ts";

const TAKEN_AT = { steady: 0, wall: 0 };
const USABLE_MS = LATE_MS.least;

function lane(...slots: number[]): PaceLane<string> {
  const made = createPaceLane<string>();
  for (const at of slots) made.addSlot(at, USABLE_MS);
  return made;
}
const add = (to: PaceLane<string>, item: string, rank = 2) => to.add({ item, rank, takenAt: TAKEN_AT });
const names = (waiting: { item: string }[]) => waiting.map(({ item }) => item);

describe("a lane", () => {
  test("gives each slot, when its time has come, to what is most urgent, and among equals to what came first", () => {
    const shop = lane(300, 100, 200);
    for (const item of ["sale 1", "sale 2"]) add(shop, item);
    add(shop, "reply", 0);
    expect(shop.nextAt()).toBe(100);
    expect(names(shop.take(99))).toEqual([]);
    expect(names(shop.take(100))).toEqual(["reply"]);
    expect(names(shop.take(210))).toEqual(["sale 1"]);
    expect(shop.takeSlotless()).toEqual([]);
    expect(names(shop.take(300))).toEqual(["sale 2"]);
    expect(shop.nextAt()).toBeNull();
  });

  test("a slot may be used a little late; a later one is gone, and the last in line has none", () => {
    const shop = lane(100, 120, 200);
    for (const item of ["sale 1", "sale 2", "sale 3"]) add(shop, item);
    expect(names(shop.take(100 + USABLE_MS))).toEqual(["sale 1"]);
    expect(names(shop.take(120 + USABLE_MS + 1))).toEqual([]);
    expect(names(shop.takeSlotless())).toEqual(["sale 3"]);
    expect(names(shop.take(200))).toEqual(["sale 2"]);
  });

  test("after a long stop gives nothing to begin, and all back", () => {
    const shop = lane(100, 120, 140);
    for (const item of ["sale 1", "sale 2", "sale 3"]) add(shop, item);
    expect(shop.take(20_000)).toEqual([]);
    expect(names(shop.takeSlotless())).toEqual(["sale 1", "sale 2", "sale 3"]);
  });

  test("says how many slots are held for what is less urgent", () => {
    const shop = lane(100, 120, 140);
    expect(shop.heldBelow(0)).toBeNull();
    add(shop, "reply", 0);
    expect(shop.heldBelow(0)).toBeNull();
    for (const item of ["sale 1", "sale 2"]) add(shop, item);
    expect(shop.heldBelow(0)).toEqual({ slots: 2, item: "sale 1" });
    expect(shop.heldBelow(2)).toBeNull();
  });

  test("what is taken out at the end leaves nothing behind", () => {
    const shop = lane(100, 120);
    for (const item of ["sale 1", "sale 2"]) add(shop, item);
    expect(names(shop.takeAll())).toEqual(["sale 1", "sale 2"]);
    expect(shop.take(120)).toEqual([]);
  });
});

describe("no second holds more than the rate", () => {
  /** Simulates several workers with their own lanes that wake at unfavorable times. `ways`: how long their sends travel. */
  const run = (rate: number, late: number, usable: number, stalls: number[], ways: number[], sharing: number[]) => {
    const distance = (1_000 * (1 + (late + WAY_MS) / 1_000)) / rate;
    const workers = [createPaceLane<string>(), createPaceLane<string>(), createPaceLane<string>()];
    for (let n = 0; n < 3 * rate; n++) {
      const worker = workers[(sharing[n % sharing.length] ?? 0) % 3];
      worker?.addSlot(n * distance, usable);
      worker?.add({ item: "send", rank: 2, takenAt: TAKEN_AT });
    }
    const arrivals: number[] = [];
    for (const [index, worker] of workers.entries()) {
      let now = 0;
      for (let look = index; now < 3 * rate * distance + usable; look++) {
        now += stalls[look % stalls.length] ?? 1;
        for (const _ of worker.take(now)) arrivals.push(now + (ways[(look + arrivals.length) % ways.length] ?? 0));
        worker.takeSlotless();
      }
    }
    return arrivals.sort((a, b) => a - b);
  };
  const busiest = (arrivals: number[]) =>
    Math.max(0, ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length));
  const anyRun = (late: fc.Arbitrary<number>) =>
    fc.record({
      rate: fc.constantFrom(1, 5, 28, 50, 72, 100),
      late,
      stalls: fc.array(fc.double({ min: 0.5, max: 300, noNaN: true }), { minLength: 1, maxLength: 40 }),
      ways: fc.array(fc.double({ min: 0, max: WAY_MS, noNaN: true }), { minLength: 1, maxLength: 20 }),
      sharing: fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }),
    });

  test("however late workers look and whatever the way takes, up to what distances allow for", () => {
    const late = fc.integer({ min: LATE_MS.least, max: LATE_MS.most });
    fc.assert(
      fc.property(anyRun(late), ({ rate, late, stalls, ways, sharing }) => {
        expect(busiest(run(rate, late, late, stalls, ways, sharing))).toBeLessThanOrEqual(rate);
      }),
      { numRuns: 300 },
    );
  });

  test("and it would without that room: the same runs with slots used later than planned for break it", () => {
    const broken = fc.check(
      fc.property(
        anyRun(fc.constant(LATE_MS.least)),
        ({ rate, late, stalls, ways, sharing }) => busiest(run(rate, late, 10 * late, stalls, ways, sharing)) <= rate,
      ),
      { numRuns: 300 },
    );
    expect(broken.failed).toBe(true);
  });
});
