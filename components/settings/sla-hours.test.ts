import { expect, test } from "vitest";
import { problemsOf } from "./sla-hours.ts";

test("a stretch that ends before it begins, or when it begins, is a problem", () => {
  const hours = [
    { day: 1, from: "09:00", to: "17:00" },
    { day: 2, from: "09:00", to: "08:00" },
    { day: 3, from: "09:00", to: "09:00" },
    { day: 4, from: "00:00", to: "24:00" },
  ];
  expect(problemsOf(hours)).toEqual([null, "endsFirst", "endsFirst", null]);
});

test("of two stretches of a day that overlap the later one is the problem, in whatever order they stand", () => {
  const [early, late] = [
    { day: 1, from: "09:00", to: "13:00" },
    { day: 1, from: "12:00", to: "17:00" },
  ];
  expect(problemsOf([early, late])).toEqual([null, "overlaps"]);
  expect(problemsOf([late, early])).toEqual(["overlaps", null]);
  expect(problemsOf([early, early])).toEqual([null, "overlaps"]);
});

test("stretches that touch, or are of other days, do not overlap", () => {
  const hours = [
    { day: 1, from: "09:00", to: "12:00" },
    { day: 1, from: "12:00", to: "24:00" },
    { day: 2, from: "09:00", to: "17:00" },
  ];
  expect(problemsOf(hours)).toEqual([null, null, null]);
});

test("what ends first is said once: its neighbours are not blamed for it", () => {
  const hours = [
    { day: 1, from: "12:00", to: "11:00" },
    { day: 1, from: "12:30", to: "17:00" },
  ];
  expect(problemsOf(hours)).toEqual(["endsFirst", null]);
});
