import { expect, test } from "vitest";
import { paletteLines, withRecent, type PaletteItem, type PaletteSection } from "./palette-items.ts";

const item = (section: PaletteSection, label: string): PaletteItem => {
  return { key: `${section}:${label}`, section, label, run: () => undefined };
};
const items = [
  item("actions", "End the conversation"),
  item("actions", "Assign to …"),
  item("go", "Contacts"),
  item("go", "Settings"),
  item("settings", "Tags and stages"),
];
const shown = (query: string, recent: string[] = [], all = items) =>
  paletteLines(all, query, recent).map(({ section, label }) => `${section}: ${label}`);

test("nothing typed: what was used last, newest first, then all the rest, each once", () => {
  expect(shown("", ["go:Contacts", "people:gone", "actions:Assign to …"])).toEqual([
    "recent: Contacts",
    "recent: Assign to …",
    "actions: End the conversation",
    "go: Settings",
    "settings: Tags and stages",
  ]);
});

test("what can be done here comes before what was used last, and stays in its place", () => {
  const here = [...items, item("target", "End"), item("target", "Snooze")];
  expect(shown("", ["target:Snooze", "go:Contacts"], here).slice(0, 3)).toEqual([
    "target: End",
    "target: Snooze",
    "recent: Contacts",
  ]);
});

test("letters in their order find, the best match leads with its section, and strewn letters find nothing", () => {
  expect(shown("cont")[0]).toBe("go: Contacts");
  expect(shown("assgn")).toEqual(["actions: Assign to …"]);
  expect(shown("zzz")).toEqual([]);
});

test("what the service found is shown as it came, whatever was typed", () => {
  expect(shown("+48 600", [], [...items, item("people", "Maria Silva")])).toEqual(["people: Maria Silva"]);
});

test("the last used is first, once, and old ones are forgotten", () => {
  expect(withRecent(["a", "b"], "b")).toEqual(["b", "a"]);
  expect(
    withRecent(
      Array.from({ length: 20 }, (_, index) => `${index}`),
      "new",
    ),
  ).toHaveLength(20);
});
