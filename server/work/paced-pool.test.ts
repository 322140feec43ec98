import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../testing/receiver.ts";
import { startPacedPool, type PacedClaim } from "./paced-pool.ts";
import type { WorkPool } from "./pool.ts";

type Item = { name: string; rank: number; slotIn: number };

type Options = {
  /** The items of the urgent claim, for slots already held. */
  urgent: Item[];
  /** Resolves when a claim's response arrives. */
  answer: (list: Item[]) => Promise<unknown>;
  beginWithinMs: number;
  workMs: number;
};

/** How far the database's clock is ahead of ours, in milliseconds. */
const AHEAD = 1_000_000_000_000;

let pools: WorkPool[] = [];
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop(0)));
  pools = [];
});

/** Starts a pool whose claims return these lists, one each. Returns what happened to the items. */
function start(
  lists: Item[][],
  { answer = () => Promise.resolve(), beginWithinMs = 3_000, workMs = 0, urgent = [] }: Partial<Options> = {},
) {
  const asked: number[] = [];
  const begun: { name: string; at: number }[] = [];
  const back: string[] = [];
  const held: number[] = [];
  let aborted = 0;
  const startedAt = performance.now();
  const pool = startPacedPool<Item>({
    topic: "sends",
    pollMs: 20,
    mostAtOnce: 10,
    claim: async (inHand, limit): Promise<PacedClaim<Item>> => {
      const now = performance.now() + AHEAD;
      held.push(inHand.get("lane") ?? 0);
      const list = limit > 0 ? (lists.shift() ?? []) : [];
      if (limit > 0) await answer(list);
      const items = list.map((item) => ({ item, slotAt: now + item.slotIn }));
      return { items, now, lookAgainAt: null, isFull: false, usableMs: 500 };
    },
    urgent: {
      topic: "replies",
      rank: 0,
      claim: async (lanes) => {
        await answer(urgent);
        const slots = lanes.reduce((sum, lane) => sum + lane.slots, 0);
        asked.push(slots);
        return urgent.splice(0, slots);
      },
    },
    laneOf: () => "lane",
    rankOf: ({ rank }) => rank,
    beginWithinMs,
    work: async ({ name }, signal) => {
      begun.push({ name, at: performance.now() - startedAt });
      signal.addEventListener("abort", () => aborted++);
      await new Promise((done) => setTimeout(done, workMs));
    },
    handBack: (items) => {
      back.push(...items.map(({ name }) => name));
      return Promise.resolve();
    },
  });
  pools.push(pool);
  return { pool, begun, back, held, asked, aborted: () => aborted };
}
const item = (name: string, slotIn: number, rank = 2): Item => ({ name, slotIn, rank });

test("items begin at their slots, the most urgent one at the earliest", async () => {
  const { begun, back } = start([[item("sale 1", 150), item("sale 2", 300)], [item("reply", 450, 0)]]);
  await eventually(() => begun.length === 3);
  expect(begun.map(({ name }) => name)).toEqual(["reply", "sale 1", "sale 2"]);
  for (const [index, { at }] of begun.entries()) expect(at).toBeGreaterThanOrEqual(150 * (index + 1));
  expect(back).toEqual([]);
});

test("what is urgent takes a slot that is held, and whoever has none left for it is handed back", async () => {
  const { begun, back, asked } = start([[item("sale 1", 300), item("sale 2", 450)]], { urgent: [item("reply", 0, 0)] });
  await eventually(() => begun.length === 2);
  expect(begun.map(({ name }) => name)).toEqual(["reply", "sale 1"]);
  expect(begun[0]?.at).toBeGreaterThanOrEqual(300);
  expect(back).toEqual(["sale 2"]);
  expect(asked[0]).toBe(2);
});

test("where no slot is held for anything less urgent nothing is asked", async () => {
  const { begun, asked } = start([[item("reply 1", 100, 0)]], { urgent: [item("reply 2", 0, 0)] });
  await eventually(() => begun.length === 1);
  await wait(100);
  expect(asked).toEqual([]);
});

test("what is urgent and comes when its slot is over is handed back", async () => {
  const { begun, back } = start([[item("sale", 300)]], {
    urgent: [item("reply", 0, 0)],
    answer: async (list) => {
      if (list[0]?.name === "reply") await wait(900);
    },
  });
  await eventually(() => begun.length + back.length === 2);
  expect([begun.map(({ name }) => name), back]).toEqual([["sale"], ["reply"]]);
});

test("what comes too late for its slot is handed back, not begun", async () => {
  const { begun, back } = start([[item("late", -5), item("in time", 1_000)]], { answer: () => wait(600) });
  await eventually(() => begun.length + back.length === 2);
  // The only remaining slot goes to the first item in line.
  expect([begun.map(({ name }) => name), back]).toEqual([["late"], ["in time"]]);
});

test("what has been held too long to be begun safely is handed back although its slot is there", async () => {
  const { begun, back, held } = start([[item("old", 200)]], { beginWithinMs: 100 });
  await eventually(() => back.length === 1);
  expect(begun).toEqual([]);
  await eventually(() => held.at(-1) === 0);
});

test("stopping hands back what waits and what is just being claimed, and lets what was begun end", async () => {
  const gate = Promise.withResolvers<null>();
  let isClaiming = false;
  const { pool, begun, back, aborted } = start([[item("begun", 0), item("waiting", 60_000)], [item("claimed", 0)]], {
    answer: async (list) => {
      if (list[0]?.name !== "claimed") return;
      isClaiming = true;
      await gate.promise;
    },
    workMs: 300,
  });
  await eventually(() => begun.length === 1 && isClaiming);
  const stopping = pool.stop(5_000);
  gate.resolve(null);
  await stopping;
  expect(begun.map(({ name }) => name)).toEqual(["begun"]);
  expect([...back].sort()).toEqual(["claimed", "waiting"]);
  expect(aborted()).toBe(0);
});

test("stopping tells what does not end in time", async () => {
  const { pool, begun, aborted } = start([[item("hanging", 0)]], { workMs: 400 });
  await eventually(() => begun.length === 1);
  await pool.stop(50);
  expect(aborted()).toBe(1);
});
