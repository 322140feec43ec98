import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { pruneDrafts } from "../conversations/prune.ts";

const SAVE = `mutation ($input: DraftSaveInput!) { saveDraft(input: $input) { mode text version replyToMessageId attachments { url } } }`;
const DRAFTS = `query ($input: DraftsInput!) { drafts(input: $input) { nodes { mode text version } } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const SCHEDULE = `mutation ($input: MessageScheduleInput!) { scheduleMessage(input: $input) { id } }`;

type Drafts = { nodes: { mode: string; text: string; version: number }[] };

let workspaceId: number;
let integrationId: string;
let convId: string;
let messageId: string;
let ana: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ conversationId: convId, messageId } = await customerSystem(integrationId).text("maria", "Hello"));
  ana = await createTestMember(workspaceId, "AGENT");
});

const draft = (text: string, version: number, more: Record<string, unknown> = {}) => ({
  convId,
  mode: "reply",
  text,
  version,
  ...more,
});
const all = async (who = ana) => (await who.api.ok<Drafts>(DRAFTS, { convId })).nodes;
const kept = async (who = ana) => (await all(who)).filter(({ text }) => text !== "");

test("each mode has its own, each save a new version, and an empty one is none", async () => {
  expect(await ana.api.ok(SAVE, draft("De", 0, { replyToMessageId: messageId }))).toMatchObject({
    version: 1,
    replyToMessageId: messageId,
  });
  await ana.api.ok(SAVE, draft("Dear Maria", 1));
  await ana.api.ok(SAVE, draft("ask Tom", 0, { mode: "note" }));
  expect(await kept()).toEqual([
    { mode: "reply", text: "Dear Maria", version: 2 },
    { mode: "note", text: "ask Tom", version: 1 },
  ]);
  expect(await ana.api.ok(SAVE, draft(" ", 2))).toBeNull();
  expect(await kept()).toMatchObject([{ mode: "note" }]);
  expect(await ana.api.ok(SAVE, draft("", 7))).toBeNull();
});

test("a save that was overtaken is refused: it overwrites nothing and brings nothing back", async () => {
  await ana.api.ok(SAVE, draft("on the laptop", 0));
  await ana.api.ok(SAVE, draft("on the phone", 1));
  for (const version of [0, 1])
    expect(await ana.api.refusal(SAVE, draft("late", version))).toMatchObject({ code: "CONFLICT" });
  expect(await ana.api.refusal(SAVE, draft("", 1))).toMatchObject({ code: "CONFLICT" });
  expect(await kept()).toMatchObject([{ text: "on the phone" }]);
  // Sent meanwhile: a later save finds no version to replace.
  await ana.api.ok(ADD, { integrationId, convId, type: "text", content: "on the phone" });
  expect(await kept()).toEqual([]);
  for (const version of [2, 0])
    expect(await ana.api.refusal(SAVE, draft("on the phone, late", version))).toMatchObject({ code: "CONFLICT" });
  expect(await all()).toEqual([{ mode: "reply", text: "", version: 3 }]);
  expect(await ana.api.ok(SAVE, draft("the next one", 3))).toMatchObject({ version: 4 });
});

test("the first save of a draft that was sent before it came is refused, and an empty draft is in no list", async () => {
  await ana.api.ok(ADD, { integrationId, convId, type: "text", content: "Hello" });
  expect(await ana.api.refusal(SAVE, draft("Hello", 0))).toMatchObject({ code: "CONFLICT" });
  const rows = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }`;
  expect(await ana.api.ok(rows, { view: "drafts" })).toEqual({ nodes: [] });
  await ana.api.ok(SAVE, draft("More", 1));
  expect(await ana.api.ok(rows, { view: "drafts" })).toMatchObject({ nodes: [{ id: convId }] });

  // After a day no late save is expected, so empty drafts are deleted. Drafts with text stay.
  await ana.api.ok(ADD, { integrationId, convId, type: "note", content: "Note" });
  await database()
    .$executeRaw`update "Draft" set "patchedAt" = now() - interval '25 hours' where "workspaceId" = ${workspaceId}`;
  await pruneDrafts();
  expect(await all()).toEqual([{ mode: "reply", text: "More", version: 2 }]);
});

test("words that are written into an old empty draft while it is forgotten stay", async () => {
  await ana.api.ok(ADD, { integrationId, convId, type: "text", content: "Sent" });
  const where = { workspaceId, convId };
  await database().draft.updateMany({ where, data: { patchedAt: new Date(Date.now() - 25 * 3_600_000) } });
  const { pruning } = await database().$transaction(async (db) => {
    await db.draft.updateMany({ where, data: { text: "Half a sentence", patchedAt: new Date() } });
    const pruning = pruneDrafts();
    await eventually(async () => {
      const [waiting] = await db.$queryRaw<{ is: boolean }[]>`
        select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where not l.granted and a.datname = current_database() and a.query like '%delete from "Draft"%') as is`;
      return waiting?.is ?? false;
    });
    return { pruning };
  });
  await pruning;
  expect(await kept()).toMatchObject([{ text: "Half a sentence" }]);
});

test("scheduling and noting take the draft of their mode, and no other", async () => {
  await ana.api.ok(SAVE, draft("reply", 0));
  await ana.api.ok(SAVE, draft("note", 0, { mode: "note" }));
  await ana.api.ok(ADD, { integrationId, convId, type: "note", content: "note" });
  expect(await kept()).toMatchObject([{ mode: "reply" }]);
  const message = { id: randomUUID(), integrationId, convId, type: "text", content: "reply", undoSeconds: 5 };
  await ana.api.ok(SCHEDULE, message);
  expect(await kept()).toEqual([]);
});

test("a message asked for again sends nothing early, and takes no draft that was begun since", async () => {
  const variables = { input: { workspaceId, integrationId, convId, type: "text", content: "Once" } };
  const send = () => ana.api.post({ query: ADD, variables }, { "idempotency-key": "sent-1" });
  const version = async () =>
    (await database().draft.findFirst({ where: { workspaceId, mode: "reply" } }))?.version ?? 0;
  const first = await send();
  const waiting = { id: randomUUID(), integrationId, convId, type: "text", content: "Can be undone", undoSeconds: 15 };
  await ana.api.ok(SCHEDULE, waiting);
  await ana.api.ok(SAVE, draft("begun since", await version()));
  expect(await send()).toEqual(first);
  expect(await kept()).toMatchObject([{ text: "begun since" }]);
  expect(await database().scheduledMessage.findFirst({ where: { id: waiting.id } })).toMatchObject({
    state: "waiting",
  });
});

test("is its agent's alone, of conversations that they may see", async () => {
  const bea = await createTestMember(workspaceId, "AGENT");
  await ana.api.ok(SAVE, draft("mine", 0));
  expect(await kept(bea)).toEqual([]);
  await bea.api.ok(SAVE, draft("hers", 0));
  expect(await kept()).toMatchObject([{ text: "mine" }]);
  await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: bea.agentId } });
  expect(await ana.api.refusal(SAVE, draft("mine still", 1))).toMatchObject({ code: "NOT_FOUND" });
  expect(await ana.api.refusal(DRAFTS, { convId })).toMatchObject({ code: "NOT_FOUND" });
  const key = await createTestAgentKey(workspaceId);
  expect(await key.api.refusal(SAVE, draft("a key's", 0))).toMatchObject({ code: "NOT_FOUND" });
});

test("refuses what it cannot keep", async () => {
  const file = { url: "http://localhost:3000/uploads/1/none.png", name: "none.png" };
  for (const [more, path] of [
    [{ text: "x".repeat(20_001) }, "input.text"],
    [{ version: -1 }, "input.version"],
    [{ attachments: [file] }, "input.attachments.0.url"],
    [{ attachments: Array.from({ length: 11 }, () => file) }, "input.attachments"],
  ] as const)
    expect(await ana.api.refusal(SAVE, draft("text", 0, more))).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  expect(await ana.api.refusal(SAVE, draft("text", 0, { replyToMessageId: randomUUID() }))).toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await kept()).toEqual([]);
});

test("who is named in a note is kept, once, and only agents of the workspace can be", async () => {
  const bea = await createTestMember(workspaceId, "AGENT");
  const note = { integrationId, convId, type: "note", content: "@Mia look" };
  const { messageId: noteId } = await ana.api.ok<{ messageId: string }>(ADD, {
    ...note,
    mentions: [bea.agentId, bea.agentId],
  });
  expect(await database().noteMention.findMany({ where: { workspaceId } })).toMatchObject([
    { messageId: noteId, convId, agentId: bea.agentId, seenAt: null },
  ]);
  const elsewhere = await createTestWorkspace();
  expect(await ana.api.refusal(ADD, { ...note, mentions: [elsewhere.agentId] })).toMatchObject({ code: "NOT_FOUND" });
  expect(await ana.api.refusal(ADD, { ...note, type: "text", mentions: [bea.agentId] })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.mentions"],
  });
});

test("a template in progress is part of the draft: kept alone, shown as one, gone with what is sent, refused when it is none", async () => {
  const template = { name: "order_update", language: "de", values: { "body.1": "Maria" }, pairs: [] };
  const WITH = "query ($input: DraftsInput!) { drafts(input: $input) { nodes { template version } } }";
  const templates = async () => (await ana.api.ok<{ nodes: { template: unknown }[] }>(WITH, { convId })).nodes;
  await ana.api.ok(SAVE, draft("", 0, { template }));
  expect(await templates()).toEqual([{ template, version: 1 }]);
  await database().draft.updateMany({ where: { workspaceId }, data: { patchedAt: new Date(0) } });
  await pruneDrafts();
  expect(await templates()).toHaveLength(1);
  const ROWS = `query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id draftText } } }`;
  expect(await ana.api.ok(ROWS, { view: "drafts" })).toEqual({ nodes: [{ id: convId, draftText: "order_update" }] });
  for (const wrong of [{ ...template, x: 1 }, { name: 1 }, { ...template, values: { a: "x".repeat(5_000) } }])
    expect(await ana.api.refusal(SAVE, draft("", 1, { template: wrong }))).toMatchObject({ code: "BAD_INPUT" });
  // The template is deselected, so nothing of it is kept.
  await ana.api.ok(SAVE, draft("Hi", 1, { template }));
  expect(
    await ana.api.ok(SAVE, draft("", 2, { template: { name: "", language: "", values: {}, pairs: [] } })),
  ).toBeNull();
  await ana.api.ok(SAVE, draft("Hi", 0, { template }));
  await ana.api.ok(ADD, { convId, integrationId, type: "text", content: "Hi" });
  expect(await templates()).toEqual([{ template: null, version: 2 }]);
});
