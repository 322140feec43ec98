type Placed = { id: string; slot: number };

/**
 * Which element each drawn row of a list is shown in. While the list is scrolled, an element whose row has gone out of sight shows one that
 * comes in, where it stands in the document: made anew, thrown away or moved, it would be laid out and painted anew with all that is in it.
 * At rest each row has an element of its own, and they stand in the document as they are read.
 */
export function createRowSlots() {
  let placed: readonly Placed[] = [];
  let made = 0;

  /** @returns the rows in the order of their elements in the document, with the name of each one's element. */
  return (ids: readonly string[], isScrolling: boolean): readonly Placed[] => {
    const before = new Map(placed.map(({ id, slot }) => [id, slot]));
    const drawn = new Set(ids);
    if (isScrolling) {
      const coming = ids.filter((id) => !before.has(id)).reverse();
      const kept = placed.flatMap(({ id, slot }) => {
        const next = drawn.has(id) ? id : coming.pop();
        return next === undefined ? [] : [{ id: next, slot }];
      });
      placed = [...kept, ...coming.reverse().map((id) => ({ id, slot: (made += 1) }))];
    } else placed = ids.map((id) => ({ id, slot: before.get(id) ?? (made += 1) }));
    return placed;
  };
}
