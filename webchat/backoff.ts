const FIRST_MS = 500;
const MOST_MS = 30_000;

/**
 * Milliseconds before the next attempt: 0.5 s doubled up to 30 s, half of it random, so that visitors do not all reconnect at
 * the same moment after a restart.
 * @param attempt failures so far, from 1
 */
export function backoffMs(attempt: number, chance = Math.random()): number {
  const full = Math.min(FIRST_MS * 2 ** (attempt - 1), MOST_MS);
  return full / 2 + (full / 2) * chance;
}

/** A pause that `wake` ends early: the network is back, or the visitor pressed "Try again". */
export function createPause(): { sleep: (ms: number) => Promise<void>; wake: () => void } {
  let end: (() => void) | null = null;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), ms);
        end = () => {
          clearTimeout(timer);
          end = null;
          resolve();
        };
      }),
    wake: () => end?.(),
  };
}
