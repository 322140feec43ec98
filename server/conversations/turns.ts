/** Runs what it is given, at most `atOnce` at a time, the rest in the order in which they asked. */
export function createTurns(atOnce: number): <T>(run: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (underWay < atOnce) underWay += 1;
    // Whoever ends hands its turn on.
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
