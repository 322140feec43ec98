import { expect, it } from "vitest";
import { createRowSlots } from "./row-slots.ts";

const idsOf = (placed: readonly { id: string }[]) => placed.map(({ id }) => id);
const slotsOf = (placed: readonly { slot: number }[]) => placed.map(({ slot }) => slot);

it("shows what comes in where something has gone out, while it is scrolled", () => {
  const place = createRowSlots();
  const before = place(["a", "b", "c"], false);
  const scrolled = place(["c", "d", "e", "f"], true);
  expect(idsOf(scrolled)).toEqual(["d", "e", "c", "f"]);
  expect(slotsOf(scrolled).slice(0, 3)).toEqual(slotsOf(before));
  expect(new Set(slotsOf(scrolled)).size).toBe(4);
});

it("puts them in order when it rests, each in the element that it has", () => {
  const place = createRowSlots();
  place(["a", "b", "c"], false);
  const scrolled = new Map(place(["b", "c", "d"], true).map(({ id, slot }) => [id, slot]));
  const rested = place(["b", "c", "d"], false);
  expect(idsOf(rested)).toEqual(["b", "c", "d"]);
  for (const { id, slot } of rested) expect(scrolled.get(id)).toBe(slot);
});

it("gives nobody the element of a row that has left the list at rest", () => {
  const place = createRowSlots();
  const before = slotsOf(place(["a", "b", "c"], false));
  const after = place(["a", "c", "d"], false);
  expect(idsOf(after)).toEqual(["a", "c", "d"]);
  expect(before).not.toContain(after[2]?.slot);
  expect(after[1]?.slot).toBe(before[2]);
});

it("needs no more elements than rows are drawn at once", () => {
  const place = createRowSlots();
  const all = Array.from({ length: 200 }, (_, no) => String(no));
  const used = new Set<number>();
  for (let at = 0; at + 20 <= all.length; at += 7) {
    const placed = place(all.slice(at, at + 20), true);
    expect(new Set(idsOf(placed))).toEqual(new Set(all.slice(at, at + 20)));
    expect(new Set(slotsOf(placed)).size).toBe(20);
    for (const slot of slotsOf(placed)) used.add(slot);
  }
  expect(used.size).toBe(20);
});
