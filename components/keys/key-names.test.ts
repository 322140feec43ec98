import { expect, test } from "vitest";
import { isSingleKey, keyNameOf, keyParts } from "./key-names.ts";

type Press = Partial<Pick<KeyboardEvent, "key" | "code" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">> & {
  altGr?: true;
};
const press = ({ altGr = undefined, ...more }: Press) => ({
  key: "",
  code: "",
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
  getModifierState: () => altGr ?? false,
});

test.each<[string, Press, string | null]>([
  ["a letter", { key: "j", code: "KeyJ" }, "j"],
  ["with Caps Lock", { key: "J", code: "KeyJ" }, "j"],
  ["with Shift", { key: "E", code: "KeyE", shiftKey: true }, "Shift+E"],
  ["of Dvorak, where the physical key is another", { key: "r", code: "KeyO" }, "r"],
  ["a sign of its own key or with Shift", { key: "?", code: "Slash", shiftKey: true }, "?"],
  [
    "a sign by AltGr on a German keyboard",
    { key: "\\", code: "Minus", ctrlKey: true, altKey: true, altGr: true },
    "\\",
  ],
  ["a named key", { key: "ArrowDown", code: "ArrowDown" }, "ArrowDown"],
  ["a named key with Shift", { key: "F6", code: "F6", shiftKey: true }, "Shift+F6"],
  ["a chord", { key: "k", code: "KeyK", ctrlKey: true }, "Mod+K"],
  ["a chord in a script without Latin letters", { key: "л", code: "KeyK", ctrlKey: true }, "Mod+K"],
  ["a chord with Enter", { key: "Enter", code: "Enter", ctrlKey: true, shiftKey: true }, "Mod+Shift+Enter"],
  ["a chord with Alt, which is the system's", { key: "k", code: "KeyK", ctrlKey: true, altKey: true }, null],
  ["Alt and a letter, which is a menu's", { key: "e", code: "KeyE", altKey: true }, null],
  ["the system's key", { key: "e", code: "KeyE", metaKey: true }, null],
  ["a modifier alone", { key: "Shift", code: "ShiftLeft", shiftKey: true }, null],
  ["a letter that waits for its accent", { key: "Dead", code: "Quote" }, null],
  ["the space bar, which scrolls and presses", { key: " ", code: "Space" }, null],
])("names %s", (_, event, name) => {
  expect(keyNameOf(press(event), false)).toBe(name);
});

test("a Mac's chords are with the command key, and its Option writes signs", () => {
  expect(keyNameOf(press({ key: "k", code: "KeyK", metaKey: true }), true)).toBe("Mod+K");
  expect(keyNameOf(press({ key: "k", code: "KeyK", ctrlKey: true }), true)).toBeNull();
  expect(keyNameOf(press({ key: "[", code: "Digit5", altKey: true }), true)).toBe("[");
});

test("single keys are characters, alone, with Shift or as the beginning of a sequence", () => {
  const names = ["j", "Shift+E", "?", "g i", "Mod+K", "ArrowDown", "Escape", "F6", "Shift+F6", "Mod+Enter"];
  expect(names.filter(isSingleKey)).toEqual(["j", "Shift+E", "?", "g i"]);
});

test("keys are drawn as the keyboard has them", () => {
  const words = { ctrl: "Strg", shift: "Umschalt", enter: "Eingabe", escape: "Esc" };
  expect(keyParts("Mod+Shift+Enter", false, words)).toEqual([["Strg", "Umschalt", "Eingabe"]]);
  expect(keyParts("Mod+Shift+Enter", true, words)).toEqual([["⌘", "⇧", "↵"]]);
  expect(keyParts("g i", false, words)).toEqual([["G"], ["I"]]);
  expect(keyParts("+", false, words)).toEqual([["+"]]);
});
