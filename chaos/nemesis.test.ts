import { expect, test } from "vitest";
import { planFaults, type FaultCounts } from "./nemesis.ts";
import { seededRandom } from "./random.ts";

const COUNTS: FaultCounts = [
  { name: "kill", of: "worker", times: 5 },
  { name: "kill", of: "web", times: 3 },
  { name: "databaseHalfOpen", of: "database", times: 2, seconds: 7 },
];
const NAMES = { web: ["web-1", "web-2"], worker: ["worker-1", "worker-2", "worker-3"] };
const planOf = (seed: number) => planFaults(seededRandom(seed).fork("plan"), COUNTS, NAMES);

test("a seed repeats its plan, another one makes another", () => {
  expect(planOf(7)).toEqual(planOf(7));
  expect(planOf(8)).not.toEqual(planOf(7));
});

test("every fault that is counted is planned, of whom it is of, in order and inside the load", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const plan = planOf(seed);
    const struck = (name: string, among: string[]) =>
      plan.filter((fault) => fault.name === name && among.includes(fault.target)).length;
    expect([struck("kill", NAMES.worker), struck("kill", NAMES.web), struck("databaseHalfOpen", ["database"])]).toEqual(
      [5, 3, 2],
    );
    const shares = plan.map(({ at }) => at);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.every((at) => at > 0 && at < 1)).toBe(true);
    expect(plan.filter(({ name }) => name === "databaseHalfOpen").map(({ seconds }) => seconds)).toEqual([7, 7]);
  }
});

test("streams of one seed do not shift each other, and draws are spread evenly", () => {
  const random = seededRandom(3);
  const first = random.fork("load").next();
  random.next();
  expect(random.fork("load").next()).toBe(first);
  expect(random.fork("plan").next()).not.toBe(first);
  const draws = Array.from({ length: 10_000 }, () => random.between(0, 9));
  for (let digit = 0; digit < 10; digit++) {
    expect(Math.abs(draws.filter((draw) => draw === digit).length - 1_000)).toBeLessThan(150);
  }
  expect([...random.shuffled(draws)].sort()).toEqual([...draws].sort());
});
