import { expect, test } from "vitest";
import { keyMap } from "./actions.ts";
import { actionsOf, beginsSequence, type Place } from "./key-press.ts";

const PAGE: Place = { field: null, isOverlay: false, hasOpenOverlay: false, hasOwnArrows: false, hasOwnEnter: false };
const map = keyMap({});
const at = (place: Partial<Place>, name: string, before: string | null = null, hasSingleKeys = true) =>
  actionsOf(map, name, { ...PAGE, ...place }, before, hasSingleKeys);

test("letters act on the page, and never while something is written", () => {
  expect(at({}, "e")).toEqual(["end"]);
  expect(at({}, "Shift+E")).toEqual(["endNow"]);
  for (const field of ["", "Hello"]) expect(at({ field }, "e")).toEqual([]);
});

test("chords act while something is written only where they say so, and some only in an empty field", () => {
  expect(at({ field: "Hello" }, "Mod+Enter")).toEqual(["sendAndEnd"]);
  expect(at({ field: "Hello" }, "Mod+A")).toEqual([]);
  expect(at({}, "Mod+A")).toEqual(["selectAll"]);
  expect([at({ field: "Hello" }, "Mod+Z"), at({ field: "" }, "Mod+Z")]).toEqual([[], ["undo"]]);
  expect([at({ field: "Hello" }, "ArrowUp"), at({ field: "" }, "ArrowUp")]).toEqual([[], ["lastMessage"]]);
  expect(at({}, "ArrowUp")).toEqual(["previousConv"]);
});

test("a dialog, a menu or a choice has its own keys; the palette is above them", () => {
  for (const name of ["e", "Escape", "Enter", "ArrowDown", "Mod+Enter"])
    expect(at({ isOverlay: true }, name)).toEqual([]);
  expect(at({ isOverlay: true, field: "Ana" }, "Mod+K")).toEqual(["palette"]);
});

test("Esc leaves nothing while a menu or a dialog is open, wherever the focus is", () => {
  expect(at({}, "Escape")).toEqual(["leave"]);
  for (const field of [null, "", "Hello"]) expect(at({ hasOpenOverlay: true, field }, "Escape")).toEqual([]);
  expect(at({ hasOpenOverlay: true }, "e")).toEqual(["end"]);
});

test("what scrolls by arrows keeps them, what Enter presses keeps Enter", () => {
  expect([at({ hasOwnArrows: true }, "ArrowDown"), at({ hasOwnArrows: true }, "j")]).toEqual([[], ["nextConv"]]);
  expect([at({ hasOwnEnter: true }, "Enter"), at({}, "Enter")]).toEqual([[], ["openConv"]]);
});

test("a sequence is its two keys, and its second alone is what it always is", () => {
  expect(beginsSequence(map, "g", PAGE, true)).toBe(true);
  expect(beginsSequence(map, "i", PAGE, true)).toBe(false);
  expect(beginsSequence(map, "g", { ...PAGE, field: "" }, true)).toBe(false);
  expect(at({}, "i", "g")).toEqual(["goMine"]);
  expect(at({}, "i")).toEqual(["assignToMe"]);
  expect(at({}, "e", "g")).toEqual([]);
});

test("with single keys off, chords and named keys still act", () => {
  expect([at({}, "e", null, false), at({}, "?", null, false), at({}, "i", "g", false)]).toEqual([[], [], []]);
  expect(beginsSequence(map, "g", PAGE, false)).toBe(false);
  expect([at({}, "Mod+K", null, false), at({}, "ArrowDown", null, false)]).toEqual([["palette"], ["nextConv"]]);
});
