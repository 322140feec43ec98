/** How many are under way at once. */
const LANES = 8;

/** Does it for every number below `count`, some at a time; the first failure ends it. */
export async function inLanes(count: number, act: (no: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane));
}

/**
 * Items by their number, made some hundreds at a time of seed and number alone.
 * @param make so many of a seed.
 */
export function inBatches<Item>(size: number, make: (batch: number) => Item[]): (no: number) => Item {
  const kept = new Map<number, Item[]>();
  return (no) => {
    const batch = Math.floor(no / size);
    let items = kept.get(batch);
    if (!items) {
      items = make(batch);
      kept.set(batch, items);
      kept.delete(batch - 2);
    }
    const item = items[no % size];
    if (item === undefined) throw new Error(`batch ${batch} is too short`);
    return item;
  };
}
