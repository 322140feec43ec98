import { describe, expect, test } from "vitest";
import { arrangeBlocks, isBlockId, moveBlock, placeBlock, toggleBlock } from "./detail-blocks.ts";

const ids = (blocks: { id: string }[]) => blocks.map(({ id }) => id).join(" ");
const USUAL = "conversation channels contact previous notes assistant activity";

describe("arrangeBlocks", () => {
  test("the usual order for who has kept nothing, the rare ones closed", () => {
    const blocks = arrangeBlocks([]);
    expect(ids(blocks)).toBe(USUAL);
    expect(ids(blocks.filter(({ isOpen }) => !isOpen))).toBe("activity");
  });

  test("what was kept, without what is no more; what is new stands after the one that it usually follows", () => {
    const kept = ["activity", "horoscope", "notes", "contact"].map((id) => ({ id, isOpen: id === "activity" }));
    const blocks = arrangeBlocks(kept);
    expect(ids(blocks)).toBe("conversation channels activity notes assistant contact previous");
    expect(blocks.find(({ id }) => id === "activity")?.isOpen).toBe(true);
    expect(blocks.find(({ id }) => id === "contact")?.isOpen).toBe(false);
  });

  test("what was arranged stays as it is when it is read again", () => {
    const blocks = toggleBlock(moveBlock(arrangeBlocks([]), "notes", -1), "activity");
    expect(arrangeBlocks(blocks)).toEqual(blocks);
  });
});

test.each([
  ["conversation", -1, USUAL],
  ["conversation", 1, "channels conversation contact previous notes assistant activity"],
  ["activity", -1, "conversation channels contact previous notes activity assistant"],
  ["activity", 1, USUAL],
] as const)("%s by %d", (id, step, expected) => {
  expect(ids(moveBlock(arrangeBlocks([]), id, step))).toBe(expected);
});

test.each([
  ["contact", "notes", "conversation channels previous notes contact assistant activity"],
  ["activity", "contact", "conversation channels activity contact previous notes assistant"],
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
