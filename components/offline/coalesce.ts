/**
 * Runs work one at a time, even if it is requested faster than it finishes. Requests during a run cause one more run after it, so that the
 * last run starts after the last request.
 * @returns a function whose promise resolves when no more runs are due. A failed run ends silently; the work reports its own errors.
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
