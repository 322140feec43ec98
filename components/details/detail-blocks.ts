/** The blocks of the details pane, in their default order. */
const BLOCKS = ["conversation", "channels", "contact", "previous", "notes", "assistant", "activity"] as const;

export type BlockId = (typeof BLOCKS)[number];
export type Block = { id: BlockId; isOpen: boolean };

/** Closed by default. They load their data only when they are opened. */
const CLOSED: readonly BlockId[] = ["activity"];

/**
 * A person's arrangement of the blocks. The saved one may be from another version: unknown blocks are left out, and new ones go after the
 * block that they follow by default.
 */
export function arrangeBlocks(kept: readonly { id: string; isOpen: boolean }[]): Block[] {
  const arranged = kept.flatMap(({ id, isOpen }): Block[] => {
    const known = BLOCKS.find((block) => block === id);
    return known ? [{ id: known, isOpen }] : [];
  });
  BLOCKS.forEach((id, index) => {
    if (arranged.some((block) => block.id === id)) return;
    const before = arranged.findIndex((block) => block.id === BLOCKS[index - 1]);
    arranged.splice(before + 1, 0, { id, isOpen: !CLOSED.includes(id) });
  });
  return arranged;
}

/** Moves a block one place up (-1) or down (1). At the edge, nothing changes. */
export function moveBlock(blocks: readonly Block[], id: BlockId, step: -1 | 1): Block[] {
  const from = blocks.findIndex((block) => block.id === id);
  const [block, other] = [blocks[from], blocks[from + step]];
  if (!block || !other) return [...blocks];
  return blocks.with(from, other).with(from + step, block);
}

/** Moves a block to the place of another. The blocks between them move up or down by one. */
export function placeBlock(blocks: readonly Block[], id: BlockId, overId: BlockId): Block[] {
  const from = blocks.findIndex((block) => block.id === id);
  const to = blocks.findIndex((block) => block.id === overId);
  const block = blocks[from];
  if (!block || to === -1) return [...blocks];
  return blocks.toSpliced(from, 1).toSpliced(to, 0, block);
}

export function isBlockId(id: unknown): id is BlockId {
  return BLOCKS.some((block) => block === id);
}

export function toggleBlock(blocks: readonly Block[], id: BlockId): Block[] {
  return blocks.map((block) => (block.id === id ? { ...block, isOpen: !block.isOpen } : block));
}
