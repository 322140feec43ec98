import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairLines, type FairLinesOptions, type Leave } from "./fair-lines.ts";

const open = (options: Partial<FairLinesOptions> = {}) =>
  new FairLines({
    places: 4,
    placesEach: 2,
    longest: 1_000,
    patienceMs: 60_000,
    refusal: () => new Error("refused"),
    ...options,
  });

/** Takes a place, and records tenants in `inside` in the order in which they got one. */
function enter(lines: FairLines, tenant: number, inside: { tenant: number; leave: Leave }[]): void {
  const place = lines.enter(tenant);
  if (typeof place === "function") inside.push({ tenant, leave: place });
  else
    place.then(
      (leave) => inside.push({ tenant, leave }),
      () => undefined,
    );
}

const settled = () => new Promise((done) => setImmediate(done));

describe("fair lines", () => {
  test("give a free place at once, without a promise, and to one tenant no more than its own", () => {
    const lines = open();
    expect([typeof lines.enter(1), typeof lines.enter(1), typeof lines.enter(2)]).toEqual([
      "function",
      "function",
      "function",
    ]);
    enter(lines, 1, []);
    expect(lines.waiting(1)).toBe(1);
    expect(typeof lines.enter(3)).toBe("function");
    enter(lines, 4, []);
    expect(lines.waiting(4)).toBe(1);
  });

  test("serve tenants in turns, however many of one wait", async () => {
    const lines = open({ places: 1, placesEach: 1 });
    const inside: { tenant: number; leave: Leave }[] = [];
    for (let no = 0; no < 50; no++) enter(lines, 1, inside);
    enter(lines, 2, inside);
    enter(lines, 3, inside);
    enter(lines, 2, inside);
    for (let no = 0; no < 6; no++) {
      inside[no]?.leave();
      await settled();
    }
    expect(inside.map(({ tenant }) => tenant)).toEqual([1, 1, 2, 3, 1, 2, 1]);
  });

  test("refuse a request that finds a long line or waits too long; a place given back twice is one place", async () => {
    const lines = open({ places: 1, longest: 2, patienceMs: 20 });
    const leave = lines.enter(1) as Leave;
    const waiting = [lines.enter(1), lines.enter(1)].map((place) => (place as Promise<Leave>).catch(String));
    await expect(lines.enter(1)).rejects.toThrow("refused");
    expect(await Promise.all(waiting)).toEqual(["Error: refused", "Error: refused"]);
    expect(lines.waiting(1)).toBe(0);
    leave();
    leave();
    expect(typeof lines.enter(2)).toBe("function");
    await expect(lines.enter(2)).rejects.toThrow("refused");
  });

  test("say whose places are taken: the tenant's own, or those of others", async () => {
    const lines = open({ patienceMs: 20, refusal: (isOwn) => new Error(isOwn ? "own" : "others") });
    for (const tenant of [1, 1, 2, 2]) enter(lines, tenant, []);
    await Promise.all([
      expect(lines.enter(1)).rejects.toThrow("own"),
      expect(lines.enter(3)).rejects.toThrow("others"),
    ]);
  });

  test("whatever comes and goes: no more inside than there are places, none free while somebody may have it, all served in order", async () => {
    const step = fc.record({ tenant: fc.integer({ min: 1, max: 4 }), isLeaving: fc.boolean() });
    const sizes = fc.record({ places: fc.integer({ min: 1, max: 6 }), placesEach: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), sizes, async (steps, size) => {
        const lines = open(size);
        const inside: { tenant: number; no: number; leave: Leave }[] = [];
        const served = new Map<number, number[]>();
        let no = 0;
        for (const { tenant, isLeaving } of steps) {
          if (isLeaving) inside.splice(0, 1)[0]?.leave();
          else {
            const mine = no++;
            const come = (leave: Leave) => {
              inside.push({ tenant, no: mine, leave });
              served.set(tenant, [...(served.get(tenant) ?? []), mine]);
            };
            const place = lines.enter(tenant);
            if (typeof place === "function") come(place);
            else void place.then(come);
          }
          await Promise.resolve();
          const of = (one: number) => inside.filter(({ tenant: other }) => other === one).length;
          expect(inside.length).toBeLessThanOrEqual(size.places);
          for (const one of [1, 2, 3, 4]) {
            expect(of(one)).toBeLessThanOrEqual(size.placesEach);
            if (lines.waiting(one) > 0 && of(one) < size.placesEach) expect(inside.length).toBe(size.places);
          }
        }
        while (inside.length > 0) {
          inside.splice(0, 1)[0]?.leave();
          await Promise.resolve();
        }
        const all = [...served.values()];
        expect(all.flat().length).toBe(no);
        for (const order of all) expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
  });
});
