type Placed = { id: string; slot: number };

/**
 * Decides which element shows each rendered row. While the list scrolls, the element of a row that leaves shows a row that enters, in the
 * same place in the document. A created, removed or moved element would cost layout and paint of all its content.
 * At rest each row has its own element, and the elements are in reading order.
 */
export function createRowSlots() {
  let placed: readonly Placed[] = [];
  let made = 0;

  /** @returns the rows in the document order of their elements, with the key of each element. */
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
