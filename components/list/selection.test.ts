import { expect, test, vi } from "vitest";
import { createSelection } from "./selection.ts";

const ORDER = ["a", "b", "c", "d", "e"];
const idsOf = (made: ReturnType<typeof createSelection>) => [...made.get().ids].sort();

test("rows are chosen and left one by one", () => {
  const made = createSelection();
  made.toggle("b");
  made.toggle("d");
  made.toggle("b");
  expect(idsOf(made)).toEqual(["d"]);
});

test("a row is chosen with all conversations that it stands for, and left with them", () => {
  const made = createSelection();
  made.toggle("b", ["b", "x", "y"]);
  expect(idsOf(made)).toEqual(["b", "x", "y"]);
  made.range("c", ORDER, (id) => (id === "c" ? ["c", "z"] : [id]));
  expect(idsOf(made)).toEqual(["b", "c", "x", "y", "z"]);
  // Another conversation has become the row's first one.
  made.toggle("x", ["x", "b", "y"]);
  expect(idsOf(made)).toEqual(["c", "z"]);
});

test.each([
  ["d", ["b", "c", "d"]],
  ["a", ["a", "b"]],
  ["b", ["b"]],
])("a range goes from the row chosen last to %s", (to, expected) => {
  const made = createSelection();
  made.toggle("b");
  made.range(to, ORDER);
  expect(idsOf(made)).toEqual(expected);
});

test("a range keeps its beginning, and what was chosen beside it", () => {
  const made = createSelection();
  made.toggle("e");
  made.toggle("b");
  made.range("c", ORDER);
  made.range("a", ORDER);
  expect(idsOf(made)).toEqual(["a", "b", "c", "e"]);
});

test("a range whose beginning has left the list is the row itself, and one to a row that is not there is none", () => {
  const made = createSelection();
  made.toggle("gone");
  made.range("c", ORDER);
  made.range("nowhere", ORDER);
  expect(idsOf(made)).toEqual(["c", "gone"]);
});

test("readers hear of changes, not of a clearing of nothing", () => {
  const made = createSelection();
  const heard = vi.fn();
  made.subscribe(heard);
  made.clear();
  expect(heard).not.toHaveBeenCalled();
  made.all(ORDER);
  made.clear();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(idsOf(made)).toEqual([]);
});
