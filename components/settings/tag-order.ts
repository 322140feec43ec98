import type { Tag } from "./queries.ts";

const LAST = Number.MAX_SAFE_INTEGER;

/** By the order that somebody gave them, then by name. */
export function inOrder(tags: Tag[]): Tag[] {
  return [...tags].sort(
    (a, b) => (a.order ?? LAST) - (b.order ?? LAST) || a.tag.localeCompare(b.tag) || (a.id < b.id ? -1 : 1),
  );
}

/** The rows with one moved a step, numbered anew from 1: what came without an order has one now. */
export function moved(rows: Tag[], index: number, step: 1 | -1): { id: string; order: number }[] {
  const next = [...rows];
  const [row] = next.splice(index, 1);
  if (row) next.splice(index + step, 0, row);
  return next.map(({ id }, place) => ({ id, order: place + 1 }));
}
