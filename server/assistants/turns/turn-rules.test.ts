import { describe, expect, test } from "vitest";
import type { AIType } from "../../generated/prisma/enums.ts";
import { quote } from "../../say.ts";
import { reply } from "../../testing/assistant.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import { allowedReply, gatheredBy } from "./allowed-reply.ts";
import { asksForPerson, inARow } from "./take-turn.ts";
import { contextMessage, type SeenMessage } from "./read-turn.ts";
import { keptTrace } from "./commit-answer.ts";

describe("asksForPerson", () => {
  test.each([
    ["I want a person", ["person"], true],
    ["PERSON!!", ["person"], true],
    ["talk to a  real\nperson please", ["real person"], true],
    ["is it personal?", ["person"], false],
    ["Kundenservice", ["service"], false],
    ["ｐｅｒｓｏｎ", ["person"], true],
    ["我要人工客服", ["人工"], true],
    ["オペレーターと話したい", ["オペレーター"], true],
    ["anything", [], false],
    ["?!", ["!"], false],
  ])("%j against %j is %s", (text, keywords, expected) => {
    expect(asksForPerson([text], keywords)).toBe(expected);
  });
});

describe("inARow", () => {
  const at = (...minutes: number[]) => minutes.map((minute) => new Date(Date.UTC(2026, 0, 1, 12) - minute * 60_000));
  test.each([
    [[], 0],
    [[0], 1],
    [[0, 1, 2], 3],
    [[0, 59, 118], 3],
    [[0, 60, 61], 1],
    [[0, 5, 65, 66], 2],
  ])("of answers so many minutes ago %j: %i", (minutes, count) => {
    expect(inARow(at(...minutes))).toBe(count);
  });
});

describe("allowedReply", () => {
  const wish = reply({
    text: "Hello.",
    handover: { reason: quote("it would\u0000 like\nto") },
    end: true,
    tags: ["vip", "other"],
    fields: { email: "a@example.com", phone: "+4790000000" },
  });
  const enabled = { handover: { enabled: true }, tagging: { enabled: true, tags: ["vip"] }, gather: ["email"] };

  test.each<[AIType, AssistantProperties, object]>([
    ["provider_a", {}, { handover: { reason: "it would like to" }, end: false, tags: [], fields: {} }],
    ["provider_b", {}, { handover: { reason: "it would like to" }, end: false, tags: [], fields: {} }],
    ["custom", {}, { handover: { reason: "it would like to" }, tags: ["vip", "other"], fields: {} }],
    ["builtIn", {}, { handover: null, end: false, tags: [], fields: {} }],
    ["builtIn", enabled, { handover: {}, end: false, tags: ["vip"], fields: { email: "a@example.com" } }],
    ["builtIn", { tagging: { enabled: false, tags: ["vip"] } }, { tags: [] }],
  ])("%s with %j", (type, properties, expected) => {
    expect(allowedReply(type, properties, wish)).toMatchObject(expected);
  });

  test("an end alone is one, but not the built-in assistant's", () => {
    const end = reply({ end: true });
    expect(allowedReply("provider_a", {}, end)).toMatchObject({ end: true, handover: null });
    expect(allowedReply("builtIn", {}, end)).toMatchObject({
      end: false,
      handover: { reason: "it had no answer to this" },
    });
  });

  test("one that says nothing hands over, enabled or not", () => {
    expect(allowedReply("builtIn", {}, reply({})).handover).toEqual({ reason: "it had no answer to this" });
    const why = reply({ handover: { reason: quote("it found nothing") } });
    expect(allowedReply("builtIn", {}, why).handover).toEqual({ reason: "it found nothing" });
  });

  test("what was not allowed stands in the trace", () => {
    const { trace } = allowedReply("builtIn", {}, wish);
    expect(trace.toolCalls.map(({ name, isAllowed }) => [name, isAllowed])).toEqual([
      ["end", false],
      ["handover", false],
      ["tag", false],
      ["tag", false],
      ["field", false],
      ["field", false],
    ]);
  });

  test("only a built-in assistant gathers", () => {
    expect(gatheredBy("builtIn", { gather: ["email"] })).toEqual(["email"]);
    expect(gatheredBy("provider_a", {})).toEqual([]);
  });
});

describe("keptTrace", () => {
  const prompt = (length: number) => Array.from({ length }, () => ({ role: "client", content: "🙂".repeat(2_000) }));

  test("thirty long messages are kept word for word", () => {
    const { trace } = reply({ trace: { prompt: prompt(30), raw: "Yes." } });
    expect(keptTrace(trace)).toEqual(trace);
  });

  test("what has no end is shortened, and says so", () => {
    const call = { name: "tag", input: { tag: "x".repeat(5_000) }, isAllowed: false, outcome: "no" };
    const toolCalls = Array.from({ length: 500 }, () => call);
    const kept = keptTrace(reply({ trace: { prompt: prompt(30), raw: `!${"🙂".repeat(500_000)}`, toolCalls } }).trace);
    expect(kept.raw).toBe(`!${"🙂".repeat(1_999)}…`);
    expect(kept.prompt).toEqual(prompt(30));
    expect(kept.toolCalls).toHaveLength(100);
    expect(JSON.stringify(kept).length).toBeLessThan(1024 * 1024);
  });
});

describe("contextMessage", () => {
  const row = (parts: Partial<SeenMessage>): SeenMessage => ({
    workspaceId: 7,
    id: "m",
    seq: 1,
    type: "text",
    content: "Hello",
    caption: null,
    isAgent: false,
    aiId: null,
    removedAt: null,
    createdAt: new Date(0),
    ...parts,
  });
  const FILE = `${"a".repeat(32)}.pdf`;
  test.each<[string, Partial<SeenMessage>, object]>([
    ["a client's text", {}, { role: "client", type: "text", content: "Hello", url: null }],
    ["an agent's", { isAgent: true }, { role: "agent" }],
    ["an assistant's", { isAgent: true, aiId: "a" }, { role: "assistant" }],
    [
      "a file without words",
      { type: "image", content: "https://example.com/a.png" },
      { content: null, url: "https://example.com/a.png" },
    ],
    [
      "a file with words",
      { type: "document", content: "https://example.com/a.pdf", caption: "the bill" },
      { content: "the bill" },
    ],
    [
      "another workspace's upload",
      { type: "document", content: `http://localhost:3000/uploads/8/${FILE}` },
      { url: null },
    ],
    ["a pressed button", { type: "interactive", content: '{"reply":{"id":"1","title":"Yes"}}' }, { content: "Yes" }],
    ["a card", { type: "contacts", content: '[{"name":"Ida","phones":["+4790000000"]}]' }, { content: "Ida" }],
    ["a card of no kind that we know", { type: "contacts", content: "BEGIN:VCARD" }, { content: null }],
    [
      "what was taken back",
      { type: "image", content: "", removedAt: new Date() },
      { type: "text", content: "[deleted]", url: null },
    ],
  ])("%s", (_, parts, expected) => {
    expect(contextMessage(row(parts), new Date())).toMatchObject(expected);
  });

  test("an upload of ours is a link that whoever holds it can open for some hours", () => {
    const now = new Date();
    const content = `http://localhost:3000/uploads/7/${FILE}`;
    const { url } = contextMessage(row({ type: "document", content }), now);
    const expires = Number(URL.parse(url ?? "")?.searchParams.get("expires")) * 1_000;
    expect(url).toMatch(new RegExp(`^${content}\\?.*signature=`));
    expect(expires - now.getTime()).toBeGreaterThan(5 * 3_600_000);
    expect(expires - now.getTime()).toBeLessThan(7 * 3_600_000);
  });
});
