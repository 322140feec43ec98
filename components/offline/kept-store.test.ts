import * as fake from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import type { ConvRow, ConvRowPage, Message } from "../inbox/documents.ts";
import { createKeptStore, forgetKept, KEPT_MESSAGES, KEPT_MS, KEPT_THREADS, type KeptThread } from "./kept-store.ts";

let clock = 0;
beforeEach(() => {
  for (const [name, part] of Object.entries(fake)) if (name.startsWith("IDB")) vi.stubGlobal(name, part);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
  clock = Date.parse("2026-11-22T10:00:00Z");
});

const ana = { workspaceId: 1, userId: "ana", seenAs: "AGENT" };
const open = (keeper = ana) => createKeptStore(keeper, () => clock);
const thread = (id: string, messages = 1): KeptThread => ({
  row: { id, clientName: `Client ${id}` } as ConvRow,
  messages: Array.from({ length: messages }, (_, seq) => ({ messageId: `${id} ${seq}`, seq }) as Message),
  hasOlder: false,
});
const page = (...ids: string[]): ConvRowPage => ({
  nodes: ids.map((id) => thread(id).row),
  pageInfo: { hasNextPage: true, endCursor: "c" },
});

test("a thread is there again after a reload, with its newest messages", async () => {
  await open().keepThreads([thread("c1", KEPT_MESSAGES + 7)]);
  const kept = await open().thread("c1");
  expect(kept?.row.clientName).toBe("Client c1");
  expect(kept?.messages).toHaveLength(KEPT_MESSAGES);
  expect([kept?.messages[0]?.seq, kept?.hasOlder]).toEqual([7, true]);
  expect(await open().thread("c2")).toBeNull();
});

test("of many the last ones are kept, in each workspace", async () => {
  const [store, other] = [open(), open({ ...ana, workspaceId: 2 })];
  await other.keepThreads([thread("there")]);
  for (let n = 0; n < KEPT_THREADS + 3; n += 1) {
    clock += 1;
    await store.keepThreads([thread(`c${n}`)]);
  }
  expect(
    await Promise.all(["c2", "c3", `c${KEPT_THREADS + 2}`].map(async (id) => (await store.thread(id)) !== null)),
  ).toEqual([false, true, true]);
  expect(await other.thread("there")).not.toBeNull();
});

test("what is older than two weeks is not shown, and goes at the next opening", async () => {
  const store = open();
  await store.keepThreads([thread("old")]);
  await store.keepList({ key: "all", page: page("old") });
  clock += KEPT_MS + 1;
  expect([await store.thread("old"), await store.list("all")]).toEqual([null, null]);
  await open().thread("old");
  clock -= KEPT_MS;
  expect([await store.thread("old"), await store.list("all")]).toEqual([null, null]);
});

test("the first page of the last list is kept, and loses who left the person's sight", async () => {
  const store = open();
  await store.keepList({ key: "all", page: page("c1", "c2") });
  await store.keepThreads([thread("c1"), thread("c2")]);
  await store.forget(["c1"]);
  expect([await store.thread("c1"), (await store.thread("c2"))?.row.id]).toEqual([null, "c2"]);
  expect((await open().list("all"))?.nodes.map(({ id }) => id)).toEqual(["c2"]);
  expect(await store.list("mine")).toBeNull();
});

test("another person finds nothing, and what the one before still writes is dropped", async () => {
  const store = open();
  await store.keepThreads([thread("c1")]);
  const eva = open({ ...ana, userId: "eva" });
  expect(await eva.thread("c1")).toBeNull();
  await store.keepThreads([thread("c2")]);
  await store.keepList({ key: "all", page: page("c2") });
  expect([await eva.thread("c2"), await eva.list("all"), await store.thread("c2")]).toEqual([null, null, null]);
});

test("a person whose rights are others begins anew in that workspace", async () => {
  const other = open({ ...ana, workspaceId: 2 });
  await open().keepThreads([thread("c1")]);
  await other.keepThreads([thread("c2")]);
  expect(await open({ ...ana, seenAs: "ADMIN" }).thread("c1")).toBeNull();
  expect(await other.thread("c2")).not.toBeNull();
});

test("a sign-out empties it, and what is written after it is dropped", async () => {
  const store = open();
  await store.keepThreads([thread("c1")]);
  await forgetKept();
  await store.keepThreads([thread("c2")]);
  expect([await open().thread("c1"), await open().thread("c2")]).toEqual([null, null]);
});

test("a seat that is taken empties that workspace alone", async () => {
  const [store, other] = [open(), open({ ...ana, workspaceId: 2 })];
  await store.keepThreads([thread("c1")]);
  await other.keepThreads([thread("c2")]);
  await forgetKept(1);
  expect([await store.thread("c1"), (await other.thread("c2"))?.row.id]).toEqual([null, "c2"]);
});

test("a database of a later release is begun anew", async () => {
  await new Promise<void>((resolve) => {
    const later = indexedDB.open("inbox", 99);
    later.onsuccess = () => {
      later.result.close();
      resolve();
    };
  });
  const store = open();
  await store.keepThreads([thread("c1")]);
  expect(await store.thread("c1")).not.toBeNull();
});

test("without a database, or with a full one, nothing is kept and nothing fails", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const store = open();
  await store.keepThreads([thread("c1")]);
  expect([await store.thread("c1"), await store.list("all")]).toEqual([null, null]);
  await forgetKept();
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
  const full = open();
  // A value that cannot be stored fails like a full disk.
  await full.keepThreads([{ ...thread("c1"), messages: [(() => undefined) as unknown as Message] }]);
  await full.keepThreads([thread("c2")]);
  expect(await full.thread("c2")).toBeNull();
});
