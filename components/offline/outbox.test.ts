import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { speakOfNetwork } from "../graphql/network-words.ts";
import { en } from "../i18n/messages/en.ts";
import { AT_ONCE, expireOld, isScheduled, nextToSend, stillLocal, type OutboxEntry } from "./outbox.ts";

const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  userId: "ana",
  workspaceId: 1,
  convId: "c1",
  integrationId: "i1",
  type: "text",
  content: "hello",
  caption: null,
  fileName: null,
  replyToMessageId: null,
  mentions: [],
  later: AT_ONCE,
  createdAt: "2026-03-03T12:00:00Z",
  afterSeq: 7,
  refusal: null,
  ...more,
});
const copy = (seq: number, more = {}) => ({
  seq,
  isAgent: true,
  agentId: "agent",
  type: "text",
  content: "hello",
  ...more,
});

test("nextToSend: the oldest of each conversation, past refused ones", () => {
  const entries = [entry("a", { refusal: "no" }), entry("b"), entry("c"), entry("d", { convId: "c2" })];
  expect(nextToSend(entries).map(({ id }) => id)).toEqual(["b", "d"]);
});

test("expireOld: after a day the agent decides, not the browser", () => {
  const hour = 3_600_000;
  const at = new Date("2026-03-03T12:00:00Z").getTime();
  speakOfNetwork(createTranslator({ locale: "en", messages: en, namespace: "shell.network" }));
  expect(expireOld([entry("a")], at + 22 * hour)[0]?.refusal).toBeNull();
  expect(expireOld([entry("a")], at + 24 * hour)[0]?.refusal).toContain("Check the conversation");
});

describe("stillLocal", () => {
  const ids = (entries: OutboxEntry[]) => entries.map(({ id }) => id);

  test("the server's copy takes the bubble's place, one copy for one entry", () => {
    expect(ids(stillLocal([entry("a"), entry("b")], [copy(8)], "agent"))).toEqual(["b"]);
    expect(ids(stillLocal([entry("a"), entry("b")], [copy(8), copy(9)], "agent"))).toEqual([]);
  });

  test.each([
    ["what was there before it was written", copy(7)],
    ["a colleague's same words", copy(8, { agentId: "other" })],
    ["a note of the same words", copy(8, { type: "note" })],
    ["the customer's same words", copy(8, { isAgent: false, agentId: null })],
  ])("is not deceived by %s", (_, message) => {
    expect(ids(stillLocal([entry("a")], [message], "agent"))).toEqual(["a"]);
  });

  test("a refused entry stays in sight", () => {
    expect(ids(stillLocal([entry("a", { refusal: "no" })], [copy(8)], "agent"))).toEqual(["a"]);
  });
});

test.each<[string, Partial<OutboxEntry>, boolean]>([
  ["at once", {}, false],
  ["with time to undo", { later: { ...AT_ONCE, undoSeconds: 5 } }, true],
  ["a note waits for nobody", { type: "note", later: { ...AT_ONCE, undoSeconds: 5 } }, false],
  ["at a time that was chosen", { later: { ...AT_ONCE, sendAt: "2026-03-04T09:00:00Z" } }, true],
  ["a note at a time that was chosen", { type: "note", later: { ...AT_ONCE, sendAt: "2026-03-04T09:00:00Z" } }, true],
  ["send and end", { later: { ...AT_ONCE, thenEnd: true } }, true],
])("goes by way of the scheduled ones: %s", (_, more, is) => {
  expect(isScheduled(entry("a", more))).toBe(is);
});
