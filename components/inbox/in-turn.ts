/** What was asked for last, by what it is asked of. */
const last = new Map<string, Promise<unknown>>();

/**
 * Asks once what was asked of the same thing before has its answer, so that two quick deeds are done in the order they were meant:
 * requests that travel side by side arrive in any order.
 */
export function inTurn<T>(id: string, ask: () => Promise<T>): Promise<T> {
  const turn = (last.get(id) ?? Promise.resolve()).then(ask);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  last.set(id, settled);
  void settled.then(() => {
    if (last.get(id) === settled) last.delete(id);
  });
  return turn;
}
