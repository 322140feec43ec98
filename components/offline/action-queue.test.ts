import { expect, test } from "vitest";
import { createActionQueue, dropActions, type Doing, type Outcome } from "./action-queue.ts";
import type { Action, WaitingAction } from "./actions.ts";

const action = (what: Action = { kind: "end" }, more: Partial<WaitingAction> = {}): WaitingAction => ({
  id: "d1",
  userId: "ana",
  workspaceId: 1,
  convId: "c1",
  integrationId: "i1",
  name: "Maria",
  what,
  seen: { assigneeId: "me", aiId: null, lastMessageId: "m1", stageId: null, orderNo: null },
  createdAt: "2026-11-22T09:50:00Z",
  ...more,
});
const toTom = { kind: "assign", agentId: "tom", isAi: false } as const;

function scene(answers: Record<string, Outcome> = {}) {
  const kept = new Map<string, string>();
  const acted: string[] = [];
  const told: unknown[] = [];
  const held = new Set<string>();
  /** Promises that delay responses. */
  const asking: Record<string, Promise<void>> = {};
  const locks = new Map<string, Promise<unknown>>();
  function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
    const next = (locks.get(name) ?? Promise.resolve()).then(work);
    locks.set(name, next);
    return next;
  }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const doing: Doing = {
    isHeld: (convId) => held.has(convId),
    act: async ({ id }) => {
      acted.push(id);
      await asking[id];
      return answers[id] ?? "done";
    },
    report: ({ id }, why) => told.push([id, why]),
  };
  function open(userId = "ana") {
    const { flush, ...queue } = createActionQueue({ userId, storage, exclusively });
    return { ...queue, flush: (workspaceId: number) => flush(workspaceId, doing) };
  }
  return { open, acted, told, held, answers, asking, storage };
}

test("what waits outlives a reload, is done in its order by its person alone, and once", async () => {
  const { open, acted } = scene();
  open().add(action());
  open().add(action(toTom, { id: "d2", convId: "c2" }));
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
  for (const id of ["d1", "d2", "d3"]) queue.add(action({ kind: "end" }, { id, convId: id }));
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
  queue.add(action(toTom));
  queue.add(action({ ...toTom, agentId: "eva" }, { id: "d2", seen: { ...action().seen, assigneeId: "tom" } }));
  expect(queue.waiting(1)).toMatchObject([{ id: "d2", what: { agentId: "eva" }, seen: { assigneeId: "me" } }]);
  queue.add(action({ kind: "end" }, { id: "d3" }));
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
  for (const id of ["d1", "d2"]) queue.add(action({ kind: "end" }, { id, convId: id }));
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
  queue.add(action(toTom, { id: "d0", userId: "eva" }));
  expect(queue.add(action(toTom))).toBeNull();
  expect(queue.add(action({ ...toTom, agentId: "eva" }, { id: "d2" }))).toMatchObject({ id: "d1" });
  expect([open("eva").waiting(1).length, queue.waiting(1).length]).toEqual([1, 1]);
});

test("tags that are changed twice wait as one change; read and unread take each other's place", async () => {
  const { open, acted } = scene();
  const queue = open();
  queue.add(action({ kind: "tags", add: ["a", "b"], remove: ["old"] }));
  const more = action({ kind: "tags", add: ["old", "c"], remove: ["b"] }, { id: "d2" });
  expect(queue.add(more)).toMatchObject({ id: "d1" });
  expect(queue.waiting(1)).toMatchObject([{ id: "d2", what: { add: ["a", "old", "c"], remove: ["b"] } }]);
  queue.add(action({ kind: "read", seq: 4 }, { id: "d3" }));
  queue.add(action({ kind: "unread", fromSeq: 4 }, { id: "d4" }));
  queue.add(action({ kind: "stage", stageId: "won" }, { id: "d5" }));
  await queue.flush(1);
  expect(acted).toEqual(["d2", "d4", "d5"]);
});

test("at a sign-out what the person left goes, with its names; another person's stays", () => {
  const { open, storage } = scene();
  open().add(action());
  open("eva").add(action({ kind: "end" }, { id: "d2", userId: "eva", name: "Tom" }));
  dropActions(storage, "ana");
  expect([open().waiting(1).length, open("eva").waiting(1).length]).toEqual([0, 1]);
  expect(storage.getItem("inbox-deeds")).not.toContain("Maria");
});

test("one that the service stumbles over holds back what comes later in its conversation, and nothing else", async () => {
  const { open, acted, answers } = scene({ d1: "stumbled" });
  const queue = open();
  queue.add(action());
  queue.add(action(toTom, { id: "d2" }));
  queue.add(action(toTom, { id: "d3", convId: "c2" }));
  await queue.flush(1);
  expect(acted).toEqual(["d1", "d3"]);
  expect(queue.waiting(1).map(({ id }) => id)).toEqual(["d1", "d2"]);
  answers.d1 = "done";
  await queue.flush(1);
  expect(acted).toEqual(["d1", "d3", "d1", "d2"]);
  expect(queue.waiting(1)).toEqual([]);
});

test("what waits is dropped where the same thing has been done otherwise, and stays beside what another release wrote", () => {
  const { open, storage } = scene();
  const strange = { id: "d9", userId: "ana", what: { kind: "paint" } };
  storage.setItem("inbox-deeds", JSON.stringify([strange]));
  const queue = open();
  queue.add(action({ kind: "snooze", until: null, onlyMe: false }));
  queue.add(action(toTom, { id: "d2" }));
  queue.replace({ convId: "c1", what: { kind: "unsnooze" } });
  expect(queue.waiting(1).map(({ id }) => id)).toEqual(["d2"]);
  queue.replace({ convId: "c2", what: toTom });
  expect(queue.waiting(1).map(({ id }) => id)).toEqual(["d2"]);
  expect(JSON.parse(storage.getItem("inbox-deeds") ?? "[]")).toContainEqual(strange);
  dropActions(storage, "ana");
  expect(storage.getItem("inbox-deeds")).toBe("[]");
});
