/** A row that has just left the list, and its former index. */
export type Leaving<R> = { row: R; index: number };

/** If more rows leave at once, it is a bulk action or another list, and nothing is animated. */
const MOST = 3;

/** The rows that have left an otherwise unchanged list. Empty if too much has changed to follow by eye. */
export function leavingRows<R extends { id: string }>(before: readonly R[], after: readonly R[]): Leaving<R>[] {
  if (after.length === 0) return [];
  const still = new Set(after.map(({ id }) => id));
  const gone = before.flatMap((row, index) => (still.has(row.id) ? [] : [{ row, index }]));
  return gone.length <= MOST ? gone : [];
}
