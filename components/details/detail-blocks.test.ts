import { describe, expect, test } from "vitest";
import { arrangeBlocks, isBlockId, moveBlock, placeBlock, toggleBlock } from "./detail-blocks.ts";

const ids = (blocks: { id: string }[]) => blocks.map(({ id }) => id).join(" ");
const USUAL = "contact conversation notes assistant channels previous duplicates activity";

describe("arrangeBlocks", () => {
  test("the usual order for who has kept nothing, the rare ones closed", () => {
    const blocks = arrangeBlocks([]);
    expect(ids(blocks)).toBe(USUAL);
    expect(ids(blocks.filter(({ isOpen }) => !isOpen))).toBe("channels duplicates activity");
  });

  test("what was kept, without what is no more; what is new stands after the one that it usually follows", () => {
    const kept = ["activity", "horoscope", "notes", "contact"].map((id) => ({ id, isOpen: id === "activity" }));
    const blocks = arrangeBlocks(kept);
    expect(ids(blocks)).toBe("activity notes assistant channels previous duplicates contact conversation");
    expect(blocks[0]).toEqual({ id: "activity", isOpen: true });
    expect(blocks.find(({ id }) => id === "contact")?.isOpen).toBe(false);
  });

  test("what was arranged stays as it is when it is read again", () => {
    const blocks = toggleBlock(moveBlock(arrangeBlocks([]), "notes", -1), "activity");
    expect(arrangeBlocks(blocks)).toEqual(blocks);
  });
});

test.each([
  ["contact", -1, USUAL],
  ["contact", 1, "conversation contact notes assistant channels previous duplicates activity"],
  ["activity", -1, "contact conversation notes assistant channels previous activity duplicates"],
  ["activity", 1, USUAL],
] as const)("%s by %d", (id, step, expected) => {
  expect(ids(moveBlock(arrangeBlocks([]), id, step))).toBe(expected);
});

test.each([
  ["contact", "notes", "conversation notes contact assistant channels previous duplicates activity"],
  ["activity", "contact", "activity contact conversation notes assistant channels previous duplicates"],
  ["notes", "notes", USUAL],
] as const)("%s carried to the place of %s", (id, overId, expected) => {
  expect(ids(placeBlock(arrangeBlocks([]), id, overId))).toBe(expected);
});

test("isBlockId knows the blocks of this version alone", () => {
  expect(["notes", "horoscope", 7, undefined].map(isBlockId)).toEqual([true, false, false, false]);
});

test("toggleBlock opens and closes one alone", () => {
  const blocks = arrangeBlocks([]);
  const toggled = toggleBlock(blocks, "notes");
  expect(toggled.filter((block, index) => block.isOpen !== blocks[index]?.isOpen)).toEqual([
    { id: "notes", isOpen: false },
  ]);
});
