import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { isUnsupported } from "./message-parts.ts";

const MESSAGES = `query ($input: MessagesInput!) { messages(input: $input) { nodes {
  messageId content caption editedAt removedAt sentElsewhere isUnsupported raw replyToMessageId replyContext { content type }
  reactions { emoji isAgent agentId at error } } } }`;
const VERSIONS = `query ($input: MessageVersionsInput!) { messageVersions(input: $input) {
  nodes { versionNo content caption replacedAt } } }`;

type Shown = Record<string, unknown>;
let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let convId: string;
let messageId: string;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  const { id } = await createTestIntegration(workspaceId);
  ({ conversationId: convId, messageId } = await customerSystem(id).text("maria", "Hello"));
});

const change = (data: Parameters<ReturnType<typeof database>["message"]["update"]>[0]["data"]) =>
  database().message.update({ where: { workspaceId_id: { workspaceId, id: messageId } }, data });
async function shown(caller = api): Promise<Shown | undefined> {
  const { nodes } = await caller.ok<{ nodes: Shown[] }>(MESSAGES, { convId });
  return nodes[0];
}

test("an ordinary message has none of it", async () => {
  expect(await shown()).toEqual({
    messageId,
    content: "Hello",
    caption: null,
    editedAt: null,
    removedAt: null,
    sentElsewhere: false,
    isUnsupported: false,
    raw: null,
    replyToMessageId: null,
    replyContext: null,
    reactions: [],
  });
});

test("reactions of both sides, the client's first; one that was taken back only where the provider would not have it", async () => {
  const at = new Date("2026-11-21T10:00:00Z");
  const place = { workspaceId, messageId, at };
  await database().messageReaction.createMany({
    data: [
      { ...place, isAgent: true, emoji: "👍", error: "The message is too old" },
      { ...place, isAgent: false, emoji: "🎉" },
    ],
  });
  const mine = { isAgent: true, agentId: null, at: at.toISOString(), error: "The message is too old" };
  const theirs = { emoji: "🎉", isAgent: false, agentId: null, at: at.toISOString(), error: null };
  expect((await shown())?.reactions).toEqual([theirs, { ...mine, emoji: "👍" }]);
  await database().messageReaction.updateMany({ where: { workspaceId, messageId }, data: { emoji: null } });
  expect((await shown())?.reactions).toEqual([{ ...mine, emoji: null }]);
});

test("what it said before, first to last, for those who see the conversation", async () => {
  const at = new Date("2026-11-21T10:00:00Z");
  await database().messageVersion.createMany({
    data: [2, 1].map((versionNo) => ({
      workspaceId,
      messageId,
      versionNo,
      content: `Version ${versionNo}`,
      caption: versionNo === 1 ? "A caption" : null,
      replacedAt: at,
    })),
  });
  const replacedAt = at.toISOString();
  expect(await api.ok(VERSIONS, { messageId })).toEqual({
    nodes: [
      { versionNo: 1, content: "Version 1", caption: "A caption", replacedAt },
      { versionNo: 2, content: "Version 2", caption: null, replacedAt },
    ],
  });
  const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
  await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { assigneeId: ana.agentId } });
  expect(await ana.api.ok(VERSIONS, { messageId })).toMatchObject({ nodes: [{ versionNo: 1 }, { versionNo: 2 }] });
  expect(await ben.api.refusal(VERSIONS, { messageId })).toMatchObject({ code: "NOT_FOUND" });
});

test("what came is shown to those who look after the workspace, and not of a message that was taken back", async () => {
  await change({ content: "[A hologram]", raw: { type: "hologram", id: 7 } });
  const agent = await createTestMember(workspaceId, "AGENT");
  expect(await shown(agent.api)).toMatchObject({ isUnsupported: true, raw: null, content: "[A hologram]" });
  const raw = (await shown())?.raw;
  expect(JSON.parse(String(raw))).toEqual({ type: "hologram", id: 7 });
  await change({ content: "", removedAt: new Date() });
  expect(await shown()).toMatchObject({ isUnsupported: false, raw: null });
});

test("an answered message that is none of ours is told as the provider told it; one of ours by its id alone", async () => {
  const replyContext = { id: "x", content: "Winter sale", type: "text" };
  await change({ replyContext });
  expect((await shown())?.replyContext).toEqual({ content: "Winter sale", type: "text" });
  await change({ replyContext: { id: "x", content: null, type: null } });
  expect((await shown())?.replyContext).toEqual({ content: null, type: null });
  await change({ replyContext, replyToMessageId: messageId });
  expect((await shown())?.replyContext).toBeNull();
});

test.each([
  ["[An attachment of a kind that cannot be shown]", true],
  ["[Order] Two pizzas", false],
  ["[Order]\n2 × Pizza", false],
  ["Hello", false],
])("%s: unsupported %s", (content, expected) => {
  expect(isUnsupported({ type: "text", content, raw: {} })).toBe(expected);
  expect(isUnsupported({ type: "text", content, raw: null })).toBe(false);
});
