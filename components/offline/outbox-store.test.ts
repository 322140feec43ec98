import { describe, expect, test } from "vitest";
import { AT_ONCE, type OutboxEntry } from "./outbox.ts";
import { createOutboxStore, type SendOutcome } from "./outbox-store.ts";

const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  userId: "ana",
  workspaceId: 1,
  convId: "c1",
  integrationId: "i1",
  type: "text",
  content: id,
  caption: null,
  fileName: null,
  replyToMessageId: null,
  mentions: [],
  later: AT_ONCE,
  createdAt: new Date().toISOString(),
  afterSeq: 0,
  refusal: null,
  ...more,
});

/** A browser with storage that outlives the page, manual timers, and a server with the given responses. */
function browser(answers: SendOutcome[] = []) {
  const saved = new Map<string, string>();
  const timers: (() => void)[] = [];
  const asked: string[] = [];
  const open = (userId = "ana") =>
    createOutboxStore({
      userId,
      storage: { getItem: (key) => saved.get(key) ?? null, setItem: (key, value) => void saved.set(key, value) },
      send: ({ id }) => {
        asked.push(id);
        return Promise.resolve(answers.shift() ?? { kind: "accepted" });
      },
      exclusively: (_, work) => work(),
      setTimer: (work) => void timers.push(work),
      now: Date.now,
    });
  return { open, asked, timers, saved };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("outbox store", () => {
  test("sends a conversation's messages in their order, one after the other", async () => {
    const { open, asked } = browser();
    const store = open();
    for (const id of ["a", "b", "c"]) store.add(entry(id));
    await settled();
    expect(asked).toEqual(["a", "b", "c"]);
    expect(store.entries()).toEqual([]);
  });

  test("after a lost connection and a reload the same entry goes out under the same id", async () => {
    const { open, asked } = browser([{ kind: "away" }]);
    open().add(entry("a"));
    await settled();
    const reloaded = open();
    expect(reloaded.entries().map(({ id }) => id)).toEqual(["a"]);
    reloaded.pump();
    await settled();
    expect(asked).toEqual(["a", "a"]);
    expect(reloaded.entries()).toEqual([]);
  });

  test("nothing overtakes a message that waits for the connection", async () => {
    const { open, asked, timers } = browser([{ kind: "away" }]);
    const store = open();
    store.add(entry("a"));
    await settled();
    store.add(entry("b"));
    await settled();
    expect(asked).toEqual(["a", "a", "b"]);
    expect(timers).toHaveLength(1);
  });

  test("a refusal is shown with its reason and lets the next one pass; trying again sends it once more", async () => {
    const { open, asked } = browser([{ kind: "refused", reason: "This contact is archived" }]);
    const store = open();
    store.add(entry("a"));
    store.add(entry("b"));
    await settled();
    expect(asked).toEqual(["a", "b"]);
    expect(store.entries().map(({ id, refusal }) => ({ id, refusal }))).toEqual([
      { id: "a", refusal: "This contact is archived" },
    ]);
    store.retry("a");
    await settled();
    expect(asked).toEqual(["a", "b", "a"]);
    expect(store.entries()).toEqual([]);
  });

  test("a server that keeps stumbling over a message is not asked for ever", async () => {
    const stumble: SendOutcome = { kind: "stumbled", reason: "Something went wrong on our side." };
    const { open, asked, timers } = browser(Array.from({ length: 10 }, () => stumble));
    const store = open();
    store.add(entry("a"));
    for (let round = 0; round < 10; round += 1) {
      await settled();
      timers.shift()?.();
    }
    expect(asked).toHaveLength(6);
    expect(store.entries()[0]?.refusal).toBe(stumble.reason);
  });

  test("another person at the same browser does not send it", async () => {
    const { open, asked } = browser([{ kind: "away" }]);
    open().add(entry("a"));
    await settled();
    open("ben").pump();
    await settled();
    expect(asked).toEqual(["a"]);
  });

  test("storage that holds something else counts as empty", () => {
    const { open, saved } = browser();
    saved.set("inbox-outbox", "{broken");
    expect(open().entries()).toEqual([]);
  });

  test("one entry that cannot be read holds up none of the others, and stays for a release that can", async () => {
    const { open, asked, saved } = browser();
    const foreign = { ...entry("x"), type: "hologram" };
    saved.set("inbox-outbox", JSON.stringify([entry("a"), foreign, null, entry("b")]));
    const store = open();
    expect(store.entries().map(({ id }) => id)).toEqual(["a", "b"]);
    store.pump();
    await settled();
    expect(asked).toEqual(["a", "b"]);
    expect(store.entries()).toEqual([]);
    expect(JSON.parse(saved.get("inbox-outbox") ?? "")).toEqual([foreign, null]);
  });
});
