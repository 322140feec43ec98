import { expect, test } from "vitest";
import { createDraftStore, type SavedDraft, type SaveOutcome } from "./draft-store.ts";

const PLACE = { convId: "c1", mode: "reply" } as const;

/** A server that keeps one draft like the real one, and a browser with a manual clock. */
function scene() {
  const kept = new Map<string, string>();
  const timers: { work: () => void; isOn: boolean }[] = [];
  const server: { draft: SavedDraft | null; isAway: boolean; saves: string[] } = {
    draft: null,
    isAway: false,
    saves: [],
  };
  let clock = 1_000;
  const open = () =>
    createDraftStore({
      prefix: "draft:1:ana",
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      save: (place, content, version): Promise<SaveOutcome> => {
        if (server.isAway) return Promise.resolve({ kind: "away" });
        server.saves.push(content.text);
        if (content.text === "" && content.template === null) {
          if (server.draft && server.draft.version !== version) return Promise.resolve({ kind: "overtaken" });
          server.draft = null;
          return Promise.resolve({ kind: "saved", version: 0 });
        }
        if ((server.draft?.version ?? 0) !== version) return Promise.resolve({ kind: "overtaken" });
        server.draft = { ...content, mode: place.mode, version: version + 1, at: clock };
        return Promise.resolve({ kind: "saved", version: version + 1 });
      },
      read: () => Promise.resolve(server.isAway ? null : server.draft ? [server.draft] : []),
      setTimer: (work) => timers.push({ work, isOn: true }) - 1,
      clearTimer: (timer) => void (timers[timer] && (timers[timer].isOn = false)),
      now: () => (clock += 10),
    });
  /** Runs pending work and the work that it causes. */
  async function settle() {
    for (let round = 0; round < 6; round++) {
      for (const timer of timers.splice(0)) if (timer.isOn) timer.work();
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { open, server, settle, kept };
}

test("a burst of keys is one save, each save builds on the one before, and a reload has it", async () => {
  const { open, server, settle } = scene();
  const store = open();
  for (const text of ["D", "De", "Dear"]) store.set(PLACE, { text });
  await settle();
  store.set(PLACE, { text: "Dear Maria" });
  await settle();
  expect(server.saves).toEqual(["Dear", "Dear Maria"]);
  expect(server.draft).toMatchObject({ text: "Dear Maria", version: 2 });
  expect(open().get(PLACE)).toMatchObject({ text: "Dear Maria", version: 2, isDirty: false });
});

test("after sending nothing comes back: not from here, not from the server, not after a reload while offline", async () => {
  const { open, server, settle, kept } = scene();
  const store = open();
  store.set(PLACE, { text: "Dear Maria" });
  await settle();
  server.isAway = true;
  store.set(PLACE, { text: "Dear Maria!" });
  store.sent(PLACE);
  await settle();
  const reloaded = open();
  server.isAway = false;
  reloaded.meet("c1", server.draft ? [server.draft] : [], 9_000);
  expect(reloaded.get(PLACE).text).toBe("");
  await settle();
  expect(server.draft).toBeNull();
  expect(kept.size).toBe(0);
});

test("what was sent while its save was under way is taken back from the server", async () => {
  const { open, server, settle } = scene();
  const store = open();
  store.set(PLACE, { text: "On its way" });
  const settled = settle();
  store.sent(PLACE);
  await settled;
  await settle();
  expect(server.draft).toBeNull();
  expect(store.get(PLACE)).toMatchObject({ text: "", isDirty: false });
});

test("another device's newer words show here, unless one writes here oneself", async () => {
  const { open, server, settle } = scene();
  const store = open();
  store.set(PLACE, { text: "laptop" });
  await settle();
  const phone: SavedDraft = {
    mode: "reply",
    text: "phone",
    files: [],
    replyToMessageId: null,
    template: null,
    version: 2,
    at: 5_000,
  };
  server.draft = phone;
  store.meet("c1", [phone], 9_000);
  expect(store.get(PLACE)).toMatchObject({ text: "phone", version: 2 });

  server.draft = { ...phone, text: "phone again", version: 3 };
  store.set(PLACE, { text: "phone, laptop" });
  await settle();
  // The save based on version 2 was refused and repeated based on version 3. The last write wins.
  expect(server.draft).toMatchObject({ text: "phone, laptop", version: 4 });

  // A response from before the last save is stale. If the draft was sent on another device since, it disappears here too.
  server.draft = null;
  store.meet("c1", [], 0);
  expect(store.get(PLACE).text).toBe("phone, laptop");
  store.meet("c1", [], 9_000);
  expect(store.get(PLACE)).toMatchObject({ text: "", version: 0 });
});

test("the server's answer to an earlier save never takes what was typed since, whatever the clocks say", async () => {
  const { open, settle, server } = scene();
  const store = open();
  store.set(PLACE, { text: "Dear" });
  await settle();
  store.set(PLACE, { text: "Dear Maria" });
  if (!server.draft) throw new Error("It should be saved");
  store.meet("c1", [{ ...server.draft, at: 9_000 }], 9_000);
  expect(store.get(PLACE).text).toBe("Dear Maria");
});

test("what was asked for before a save was answered is not taken for news", async () => {
  const { open, settle, server } = scene();
  const store = open();
  store.set(PLACE, { text: "Dear" });
  await settle();
  const before = server.draft ? [server.draft] : [];
  store.sent(PLACE);
  await settle();
  store.meet("c1", before, 1_000);
  expect(store.get(PLACE).text).toBe("");
});

test("a browser whose storage is full lets one write on", async () => {
  const { open, settle, server, kept } = scene();
  kept.set = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const store = open();
  store.set(PLACE, { text: "Dear" });
  await settle();
  expect(server.draft?.text).toBe("Dear");
});

test("a message that arrives late takes the draft that was begun since from the server, not from here", async () => {
  const { open, settle, server } = scene();
  const store = open();
  store.set(PLACE, { text: "First" });
  await settle();
  store.sent(PLACE);
  await settle();
  store.set(PLACE, { text: "Second" });
  await settle();
  server.draft = null;
  store.meet("c1", [], 9_000);
  await settle();
  expect(store.get(PLACE).text).toBe("Second");
  expect(server.draft).toMatchObject({ text: "Second" });
});

test("a save that comes after the sending brings nothing back, and the next draft goes on from there", async () => {
  const { open, settle, server } = scene();
  const sentThere: SavedDraft = {
    mode: "reply",
    text: "",
    files: [],
    replyToMessageId: null,
    template: null,
    version: 1,
    at: 5_000,
  };
  const store = open();
  store.set(PLACE, { text: "Hello" });
  store.sent(PLACE);
  // The message was accepted before the first save arrived.
  server.draft = sentThere;
  await settle();
  expect(store.get(PLACE)).toMatchObject({ text: "", version: 1, isDirty: false });
  store.set(PLACE, { text: "Next" });
  await settle();
  expect(server.draft).toMatchObject({ text: "Next", version: 2 });

  // The draft was sent from another device, so it disappears here. Text typed at that moment stays.
  server.draft = { ...sentThere, version: 3 };
  store.meet("c1", [server.draft], 90_000);
  expect(store.get(PLACE)).toMatchObject({ text: "", version: 3 });
  store.set(PLACE, { text: "Mine" });
  server.draft = { ...sentThere, version: 4, at: 95_000 };
  store.meet("c1", [server.draft], 99_000);
  await settle();
  expect(server.draft).toMatchObject({ text: "Mine", version: 5 });

  // A newly opened page gets the current version from the server.
  server.draft = sentThere;
  const fresh = scene().open();
  fresh.meet("c1", [sentThere], 9_000);
  expect(fresh.get(PLACE)).toMatchObject({ text: "", version: 1 });
});

test("a template in progress is kept like words, goes to another device, and with what is sent", async () => {
  const { open, server, settle } = scene();
  const template = { name: "order_update", language: "de", values: { "body.1": "Maria" }, pairs: [] };
  const laptop = open();
  laptop.set(PLACE, { template });
  await settle();
  expect(server.draft).toMatchObject({ template, version: 1 });
  laptop.set(PLACE, { template: { ...template, values: { "body.1": "Ana" } } });
  await settle();
  expect(server.draft).toMatchObject({ template: { values: { "body.1": "Ana" } }, version: 2 });
  const phone = open();
  phone.meet(PLACE.convId, server.draft ? [server.draft] : [], 1_000_000);
  expect(phone.get(PLACE)).toMatchObject({ text: "", template: { values: { "body.1": "Ana" } }, isDirty: false });
  phone.set(PLACE, { template: null });
  await settle();
  expect(server.draft).toBeNull();
});
