import { expect, test } from "vitest";
import { boundedWidth, widthByKey } from "./pane-width.ts";

test("the list stays between its least and its most, in whole pixels", () => {
  expect([120, 300.4, 411.6, 900].map(boundedWidth)).toEqual([280, 300, 412, 480]);
});

test("arrows move the edge to where they point, in either direction of writing", () => {
  expect([widthByKey("ArrowRight", 360, false), widthByKey("ArrowLeft", 360, false)]).toEqual([380, 340]);
  expect([widthByKey("ArrowRight", 360, true), widthByKey("ArrowLeft", 360, true)]).toEqual([340, 380]);
  expect([widthByKey("ArrowRight", 475, false), widthByKey("Home", 360, false), widthByKey("End", 360, false)]).toEqual(
    [480, 280, 480],
  );
  expect([widthByKey("Enter", 300, false), widthByKey("j", 300, false)]).toEqual([320, null]);
});
