/** Maximum number of concurrent calls. */
const LANES = 8;

/** Calls `act` for every number below `count`, several at a time. The first failure ends it. */
export async function inLanes(count: number, act: (no: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane));
}

/**
 * Items by number, generated in batches from seed and number alone.
 * @param make generates one batch of items from a seed.
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
