/**
 * Makes work that may be asked for faster than it finishes run one at a time: asking while it runs makes it run once more
 * afterwards, so that the last run began after the last asking.
 * @returns a function whose promise resolves when no run is owed any more. Failures end a run quietly; the work reports its own.
 */
export function coalesce(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;

  async function runAll(): Promise<void> {
    do {
      again = false;
      await work().catch(() => undefined);
    } while (again);
    running = null;
  }

  return () => {
    if (running) again = true;
    else running = runAll();
    return running ?? Promise.resolve();
  };
}
