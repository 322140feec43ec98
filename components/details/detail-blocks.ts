/** The blocks of the details pane, in their usual order. */
const BLOCKS = [
  "contact",
  "conversation",
  "notes",
  "assistant",
  "channels",
  "previous",
  "duplicates",
  "activity",
] as const;

export type BlockId = (typeof BLOCKS)[number];
export type Block = { id: BlockId; isOpen: boolean };

/** Looked at now and then: closed until somebody opens them, and nothing is asked for them before. */
const CLOSED: readonly BlockId[] = ["channels", "duplicates", "activity"];

/**
 * The blocks as a person has them. What they have kept may be of another version: blocks that are no more are left out, new ones
 * stand after the one that they usually follow.
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

/** The block one place up (-1) or down (1); at the end of the row nothing changes. */
export function moveBlock(blocks: readonly Block[], id: BlockId, step: -1 | 1): Block[] {
  const from = blocks.findIndex((block) => block.id === id);
  const [block, other] = [blocks[from], blocks[from + step]];
  if (!block || !other) return [...blocks];
  return blocks.with(from, other).with(from + step, block);
}

/** The block in the place of another one, those between moving up or down by one. */
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
