import { expect, test } from "vitest";
import { inOrder, moved } from "./tag-list.tsx";

const tag = (name: string, order: number | null) => ({
  id: name,
  tag: name,
  type: "convStage" as const,
  order,
  description: null,
  color: null,
});

test("tags stand by their order, those without one behind, then by name", () => {
  const rows = inOrder([tag("b", null), tag("c", 2), tag("a", null), tag("d", 1), tag("e", 2)]);
  expect(rows.map(({ id }) => id)).toEqual(["d", "c", "e", "a", "b"]);
});

test("moving numbers all anew, so that what had no order keeps the place it was seen in", () => {
  const rows = inOrder([tag("a", 1), tag("b", null), tag("c", null)]);
  expect(moved(rows, 2, -1)).toEqual([
    { id: "a", order: 1 },
    { id: "c", order: 2 },
    { id: "b", order: 3 },
  ]);
});
