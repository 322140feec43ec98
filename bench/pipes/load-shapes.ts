/** Milliseconds since 1970, comparable between processes of one machine. */
export const wallNow = () => performance.timeOrigin + performance.now();

/** The result of a load: when each call began (wallNow), by the call's number. */
export type Load = { began: Map<number, number>; seconds: number };

/** Runs `callers` for `seconds`. Each makes one call after the other. */
export async function keepBusy(
  callers: number,
  seconds: number,
  from: number,
  call: (number: number) => Promise<unknown>,
): Promise<Load> {
  const began = new Map<number, number>();
  const start = performance.now();
  let next = from;
  const caller = async () => {
    while (performance.now() - start < seconds * 1_000) {
      const number = next++;
      began.set(number, wallNow());
      await call(number);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { began, seconds: (performance.now() - start) / 1_000 };
}

/**
 * Makes `perSecond` calls on schedule, without waiting for earlier responses. A call that starts late counts from its scheduled
 * time.
 */
export async function keepPace(
  perSecond: number,
  seconds: number,
  from: number,
  call: (number: number) => Promise<unknown>,
): Promise<Load> {
  const began = new Map<number, number>();
  const open = new Set<Promise<unknown>>();
  const start = performance.now();
  const count = Math.round(perSecond * seconds);
  for (let index = 0; index < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1_000) * perSecond) + 1);
    for (; index < due; index += 1) {
      const number = from + index;
      began.set(number, performance.timeOrigin + start + (index / perSecond) * 1_000);
      const task = call(number).finally(() => open.delete(task));
      open.add(task);
    }
    await new Promise((wait) => setTimeout(wait, 1));
  }
  await Promise.all(open);
  return { began, seconds: (performance.now() - start) / 1_000 };
}
