import { isPassing } from "../graphql/gql-request.ts";
import type { BulkAction } from "./bulk-documents.ts";

/** Small ones are over before the first look; then it is looked at less often the longer it takes. In milliseconds. */
const FIRST_MS = 300;
const NEXT_MS = 1_000;
const LONGEST_MS = 5_000;
const GROWTH = 1.1;
/** Looks in a row that may fail, each after twice the pause of the one before, until nobody waits for the next. */
const MOST_FAILURES = 6;

type Needs = {
  read: () => Promise<BulkAction>;
  wait: (ms: number) => Promise<void>;
  /** Aborted when nobody is there any more to see it. */
  signal: AbortSignal;
  onProgress: (bulk: BulkAction) => void;
};

function isOver({ state }: Pick<BulkAction, "state">): boolean {
  return state !== "queued" && state !== "running";
}

/**
 * Looks after a bulk action until it is over. The work goes on without it.
 * @returns the action at its end; null: nobody is there to see it.
 * @throws why it cannot be read: at once where the service refuses, else after several tries.
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
