import { describe, expect, test } from "vitest";
import { createDeedQueue, obstacleTo } from "./deed-queue.ts";
import type { DeedRow, Obstacle, Outcome, WaitingDeed } from "./deed-queue.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const deed = (what: WaitingDeed["what"] = { kind: "end" }, more: Partial<WaitingDeed> = {}): WaitingDeed => ({
  id: "d1",
  userId: "ana",
  workspaceId: 1,
  convId: "c1",
  integrationId: "i1",
  name: "Maria",
  what,
  seen: { assigneeId: "me", aiId: null, lastMessageId: "m1" },
  createdAt: "2026-11-22T09:50:00Z",
  ...more,
});
const row = (more: Partial<DeedRow> = {}): DeedRow => ({
  ended: false,
  assigneeId: "me",
  aiId: null,
  lastMessage: { messageId: "m1", isAgent: false, agentId: null },
  ...more,
});
const toTom = { kind: "assign", agentId: "tom", isAi: false } as const;
const said = (isAgent: boolean, agentId: string | null) => ({ lastMessage: { messageId: "m2", isAgent, agentId } });

describe("a deed that has waited", () => {
  test.each<[string, WaitingDeed, DeedRow | null, Obstacle | null]>([
    ["is done where nothing has changed", deed(), row(), null],
    ["is done after a word of one's own", deed(), row(said(true, "me")), null],
    ["does not end what the client has written to since", deed(), row(said(false, null)), "changed"],
    ["does not end what a colleague has written to since", deed(), row(said(true, "tom")), "changed"],
    ["was done by another", deed(), row({ ended: true }), "done"],
    ["finds it out of sight", deed(), null, "gone"],
    ["gives it", deed(toTom), row(), null],
    ["gives it although the client has written", deed(toTom), row(said(false, null)), null],
    ["finds it given so already", deed(toTom), row({ assigneeId: "tom" }), "done"],
    ["leaves it with whoever took it", deed(toTom), row({ assigneeId: "eva" }), "changed"],
    ["finds it with the assistant already", deed({ ...toTom, agentId: null, isAi: true }), row({ aiId: "a1" }), "done"],
    ["does not give what has ended", deed(toTom), row({ ended: true }), "changed"],
    ["snoozes", deed({ kind: "snooze", until: "2026-11-23T09:00:00Z", onlyMe: false }), row(), null],
    [
      "snoozes to no time that is over",
      deed({ kind: "snooze", until: "2026-11-22T09:55:00Z", onlyMe: false }),
      row(),
      "late",
    ],
    ["is not done a day later", deed({ kind: "end" }, { createdAt: "2026-11-21T09:00:00Z" }), row(), "late"],
  ])("%s", (_, waiting, now, obstacle) => {
    expect(obstacleTo(waiting, now, "me", NOW)).toBe(obstacle);
  });
});

function scene(answers: Record<string, Outcome> = {}) {
  const kept = new Map<string, string>();
  const acted: string[] = [];
  const told: unknown[] = [];
  const held = new Set<string>();
  /** What an answer has to wait for. */
  const asking: Record<string, Promise<void>> = {};
  const locks = new Map<string, Promise<unknown>>();
  function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    const next = (locks.get(name) ?? Promise.resolve()).then(work);
    locks.set(name, next);
    return next;
  }
  const open = (userId = "ana") =>
    createDeedQueue({
      userId,
      storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
      isHeld: (convId) => held.has(convId),
      act: async ({ id }) => {
        acted.push(id);
        await asking[id];
        return answers[id] ?? "done";
      },
      tell: ({ id }, why) => told.push([id, why]),
      exclusively,
    });
  return { open, acted, told, held, answers, asking };
}

test("what waits outlives a reload, is done in its order by its person alone, and once", async () => {
  const { open, acted } = scene();
  open().add(deed());
  open().add(deed(toTom, { id: "d2", convId: "c2" }));
  await open("eva").flush(1);
  await open().flush(2);
  expect(acted).toEqual([]);
  const reloaded = open();
  await reloaded.flush(1);
  await reloaded.flush(1);
  expect(acted).toEqual(["d1", "d2"]);
  expect(reloaded.waiting(1)).toEqual([]);
});

test("while the service is away everything waits; what it refuses is told, and the rest goes on", async () => {
  const { open, acted, told, answers } = scene({ d1: "away", d2: { not: "changed" } });
  const queue = open();
  for (const id of ["d1", "d2", "d3"]) queue.add(deed({ kind: "end" }, { id, convId: id }));
  await queue.flush(1);
  expect([acted, queue.waiting(1).length]).toEqual([["d1"], 3]);
  answers.d1 = "done";
  await queue.flush(1);
  expect(acted).toEqual(["d1", "d1", "d2", "d3"]);
  expect(told).toEqual([["d2", "changed"]]);
});

test("a later choice takes the place of the one before, one is taken back, and what was written there goes first", async () => {
  const { open, acted, held } = scene();
  const queue = open();
  queue.add(deed(toTom));
  queue.add(
    deed({ ...toTom, agentId: "eva" }, { id: "d2", seen: { assigneeId: "tom", aiId: null, lastMessageId: null } }),
  );
  expect(queue.waiting(1)).toMatchObject([{ id: "d2", what: { agentId: "eva" }, seen: { assigneeId: "me" } }]);
  queue.add(deed({ kind: "end" }, { id: "d3" }));
  expect([await queue.takeBack("d3"), await queue.takeBack("d3")]).toEqual([true, false]);
  held.add("c1");
  await queue.flush(1);
  expect(acted).toEqual([]);
  held.clear();
  await queue.flush(1);
  expect(acted).toEqual(["d2"]);
});

test("who takes back what is just being asked for hears that it is done; what has not begun is not done any more", async () => {
  const { open, acted, asking } = scene();
  const queue = open();
  for (const id of ["d1", "d2"]) queue.add(deed({ kind: "end" }, { id, convId: id }));
  const answer = Promise.withResolvers<void>();
  asking.d1 = answer.promise;
  const flushed = queue.flush(1);
  await expect.poll(() => acted).toEqual(["d1"]);
  const taken = Promise.all([open().takeBack("d1"), open().takeBack("d2")]);
  await new Promise((resolve) => setTimeout(resolve));
  answer.resolve();
  expect(await taken).toEqual([false, true]);
  await flushed;
  expect(acted).toEqual(["d1"]);
});

test("a later choice says what it took the place of, so that its undo can mean that again; another person's stays", () => {
  const { open } = scene();
  const queue = open();
  queue.add(deed(toTom, { id: "d0", userId: "eva" }));
  expect(queue.add(deed(toTom))).toBeNull();
  expect(queue.add(deed({ ...toTom, agentId: "eva" }, { id: "d2" }))).toMatchObject({ id: "d1" });
  expect([open("eva").waiting(1).length, queue.waiting(1).length]).toEqual([1, 1]);
});
