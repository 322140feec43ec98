import { isPassing } from "../graphql/gql-request.ts";
import type { BulkAction } from "./bulk-documents.ts";

/** In milliseconds. Small actions are over before the first read. The longer the action takes, the longer the pauses are. */
const FIRST_MS = 300;
const NEXT_MS = 1_000;
const LONGEST_MS = 5_000;
const GROWTH = 1.1;
/** Failed reads in a row before giving up. Each pause is twice as long as the one before. */
const MOST_FAILURES = 6;

type Needs = {
  read: () => Promise<BulkAction>;
  wait: (ms: number) => Promise<void>;
  /** Aborted when no one is left to see the progress. */
  signal: AbortSignal;
  onProgress: (bulk: BulkAction) => void;
};

function isOver({ state }: Pick<BulkAction, "state">): boolean {
  return state !== "queued" && state !== "running";
}

/**
 * Polls a bulk action until it is over. The action does not depend on it.
 * @returns the finished action. null: the signal was aborted.
 * @throws the reason why it cannot be read: at once if the service refuses, otherwise after several tries.
 */
export async function followBulk(
  begun: BulkAction,
  { read, wait, signal, onProgress }: Needs,
): Promise<BulkAction | null> {
  let [now, pause, failures] = [begun, FIRST_MS, 0];
  while (!isOver(now)) {
    await wait(pause * 2 ** failures);
    if (signal.aborted) return null;
    try {
      now = await read();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures >= MOST_FAILURES) throw error;
    }
    if (signal.aborted) return null;
    onProgress(now);
    pause = Math.min(LONGEST_MS, Math.max(NEXT_MS, pause * GROWTH));
  }
  return now;
}
