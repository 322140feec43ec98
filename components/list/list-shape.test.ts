import { describe, expect, test } from "vitest";
import { groupsOf, listShape } from "./list-shape.ts";

const NOW = Date.parse("2026-03-03T12:00:00.000Z");
const due = (hour: string, risk: string) => ({
  slaDueAt: `2026-03-03T${hour}:00.000Z`,
  slaRiskAt: `2026-03-03T${risk}:00.000Z`,
});
const NONE = { slaDueAt: null, slaRiskAt: null };

describe("the groups of a list by what is due", () => {
  test("late, due soon, in time and without a target, each where it begins", () => {
    const rows = [
      due("11:00", "10:45"),
      due("11:59", "11:44"),
      due("12:10", "11:55"),
      due("14:00", "13:45"),
      NONE,
      NONE,
    ];
    expect(groupsOf(rows, "slaDue", NOW)).toEqual([
      { group: "late", first: 0, count: 2 },
      { group: "soon", first: 2, count: 1 },
      { group: "onTime", first: 3, count: 1 },
      { group: "noTarget", first: 4, count: 2 },
    ]);
  });

  test("a short target between long ones that are near does not split the group", () => {
    const rows = [due("12:12", "12:06"), due("12:14", "11:59"), due("15:00", "14:45")];
    expect(groupsOf(rows, "slaDue", NOW)).toEqual([
      { group: "soon", first: 0, count: 2 },
      { group: "onTime", first: 2, count: 1 },
    ]);
  });

  test("there are none in another order, in an empty list and without targets", () => {
    expect(groupsOf([due("11:00", "10:45")], "newest", NOW)).toEqual([]);
    expect(groupsOf([], "slaDue", NOW)).toEqual([]);
    expect(groupsOf([NONE, NONE], "slaDue", NOW)).toEqual([]);
  });
});

describe("the places of rows", () => {
  const groups = [
    { group: "late", first: 0, count: 2 },
    { group: "onTime", first: 2, count: 3 },
  ] as const;

  test("each head moves the rows behind it", () => {
    const { topOf } = listShape(groups, 64, 28);
    expect([0, 1, 2, 4].map(topOf)).toEqual([28, 92, 184, 312]);
    expect([0, 1, 2].map(listShape([], 64, 28).topOf)).toEqual([0, 64, 128]);
  });

  test("every row is found again at each of its pixels", () => {
    const { topOf, indexAt } = listShape(groups, 64, 28);
    for (const index of [0, 1, 2, 3, 4])
      for (const inside of [0, 1, 63]) expect(indexAt(topOf(index) + inside), `${index} + ${inside}`).toBe(index);
    expect(indexAt(0)).toBe(0);
  });
});
