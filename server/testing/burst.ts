import { expect } from "vitest";

/**
 * Makes calls and checks how many of them a token bucket accepted: its burst, plus the tokens added while the calls ran.
 * @param perSecond the limit; the burst is twice that.
 */
export async function expectBurst<T>(
  perSecond: number,
  calls: () => Promise<T[]>,
  hasPassed: (answer: T) => boolean,
): Promise<{ passed: T[]; refused: T[] }> {
  const began = performance.now();
  const answers = await calls();
  const seconds = (performance.now() - began) / 1_000;
  const passed = answers.filter(hasPassed);
  const refused = answers.filter((answer) => !hasPassed(answer));
  expect(passed.length).toBeGreaterThanOrEqual(2 * perSecond);
  expect(passed.length).toBeLessThanOrEqual(2 * perSecond + Math.ceil(seconds * perSecond));
  expect(refused.length).toBeGreaterThan(0);
  return { passed, refused };
}
