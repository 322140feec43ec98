const FIRST_MS = 500;
const MOST_MS = 30_000;

/**
 * Milliseconds before the next attempt: 0.5 s doubled up to 30 s, half of it by chance, so that the visitors of a restarted
 * service do not come back at the same moment.
 * @param attempt failures so far, from 1
 */
export function backoffMs(attempt: number, chance = Math.random()): number {
  const full = Math.min(FIRST_MS * 2 ** (attempt - 1), MOST_MS);
  return full / 2 + (full / 2) * chance;
}

/** A pause that ends early when `wake` is called: the network is back, or somebody pressed "Try again". */
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
