import { expect, test } from "vitest";
import { doubtKey, sendDoubts } from "./send-doubts.ts";

const answer = (more: object = {}) => ({
  seq: 5,
  isAgent: true,
  type: "text",
  agentId: "bea",
  aiId: null,
  senderName: "Bea",
  createdAt: "2026-11-21T10:00:00Z",
  ...more,
});
const facts = { emptyFields: [], messages: [answer()], beganSeq: 4, viewerAgentId: "ana", typing: [], wasFirst: false };

test.each<[string, object, string[]]>([
  ["a colleague answered since", {}, ["answered"]],
  ["before the draft was begun", { beganSeq: 5 }, []],
  ["nothing is written", { beganSeq: null }, []],
  ["one's own answer", { messages: [answer({ agentId: "ana" })] }, []],
  ["the assistant's", { messages: [answer({ agentId: null, aiId: "otto" })] }, ["answered"]],
  ["a note", { messages: [answer({ type: "note" })] }, []],
  ["the client's own message", { messages: [answer({ isAgent: false })] }, []],
  ["a colleague who began before", { messages: [], typing: [{ name: "Bea" }], wasFirst: true }, ["typing"]],
  ["a colleague who began later", { messages: [], typing: [{ name: "Bea" }] }, []],
  ["empty fields", { messages: [], emptyFields: ["order.no"] }, ["fields"]],
  ["all of it", { emptyFields: ["x"], typing: [{ name: "Bea" }], wasFirst: true }, ["answered", "typing", "fields"]],
])("%s", (_, more, kinds) => {
  expect(sendDoubts({ ...facts, ...more }).map(({ kind }) => kind)).toEqual(kinds);
});

test("another doubt than the one that was seen is a new one", () => {
  const [seen, now] = [sendDoubts(facts), sendDoubts({ ...facts, emptyFields: ["order.no"] })];
  expect(doubtKey(seen)).not.toBe(doubtKey(now));
  expect(doubtKey([])).toBe("");
});
