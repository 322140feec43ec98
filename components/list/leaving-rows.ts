/** A row that has just left the list, and where it stood. */
export type Leaving<R> = { row: R; index: number };

/** More at once are a bulk action or another list: there is nothing to follow with the eye. */
const MOST = 3;

/** The rows that are gone from a list that is otherwise the same one; none where too much has changed for the eye to follow. */
export function leavingRows<R extends { id: string }>(before: readonly R[], after: readonly R[]): Leaving<R>[] {
  if (after.length === 0) return [];
  const still = new Set(after.map(({ id }) => id));
  const gone = before.flatMap((row, index) => (still.has(row.id) ? [] : [{ row, index }]));
  return gone.length <= MOST ? gone : [];
}
