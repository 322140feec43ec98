/** What the service takes at once. */
const BATCH = 250;

type BatchResult = { changedIds: string[]; refused: { id: string; message: string }[] };
export type Progress = { done: number; total: number };

/**
 * Does something to many contacts, some hundred at a time, one batch after the other.
 * @param more `onProgress` hears how far it is; `signal` stops it after the batch that is under way.
 * @returns what was changed until then; `error`: why it went no further.
 */
export async function runBatches(
  ids: readonly string[],
  run: (batch: string[]) => Promise<BatchResult>,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<BatchResult & { error: Error | null }> {
  const result: BatchResult = { changedIds: [], refused: [] };
  for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
    onProgress({ done: at, total: ids.length });
    try {
      const { changedIds, refused } = await run(ids.slice(at, at + BATCH));
      result.changedIds.push(...changedIds);
      result.refused.push(...refused);
    } catch (error) {
      return { ...result, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
  return { ...result, error: null };
}
