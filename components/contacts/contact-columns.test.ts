import { expect, test } from "vitest";
import { chosenColumns, gridOf, toggled } from "./contact-columns.ts";

test("columns stand in the table's order, whatever order they were chosen in", () => {
  expect(chosenColumns(["created", "phone", "gone"])).toEqual(["phone", "created"]);
  expect(chosenColumns([])).toEqual([]);
  expect(chosenColumns(null)).toContain("tags");
  expect(toggled(["created"], "phone")).toEqual(["phone", "created"]);
  expect(toggled(["phone", "created"], "phone")).toEqual(["created"]);
  expect(gridOf(["country"])).toBe("36px minmax(200px, 240fr) minmax(80px, 80fr)");
});
