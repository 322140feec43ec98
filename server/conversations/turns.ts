/** Runs functions, at most `atOnce` at a time. The others wait in the order of their calls. */
export function createTurns(atOnce: number): <T>(run: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (underWay < atOnce) underWay += 1;
    // A function that finishes passes its place to the next one.
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}
