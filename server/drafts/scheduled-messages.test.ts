import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { startSendingScheduled } from "../work/handlers/send-scheduled.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import { claimScheduled } from "./claim-scheduled.ts";
import { pruneScheduled } from "../conversations/prune.ts";
import { sendScheduled } from "./send-scheduled.ts";

const SCHEDULE = `mutation ($input: MessageScheduleInput!) { scheduleMessage(input: $input) {
  id convId agentId type content sendAt isUndoable state error sentMessageId } }`;
const CANCEL = `mutation ($input: ScheduledMessageIdInput!) { cancelScheduledMessage(input: $input) { id state } }`;
const SEND_NOW = `mutation ($input: ScheduledMessageIdInput!) { sendScheduledNow(input: $input) { id state sendAt } }`;
const PATCH = `mutation ($input: ScheduledMessagePatchInput!) { patchScheduledMessage(input: $input) { id state sendAt isUndoable } }`;
const LIST = `query ($input: ScheduledMessagesInput!) { scheduledMessages(input: $input) {
  nodes { agentName isOwn message { id content state error isUndoable } } } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;

type Waiting = {
  nodes: { agentName: string; isOwn: boolean; message: { id: string; content: string; error: string } }[];
};

let workspaceId: number;
let integrationId: string;
let convId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let ana: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  // A test's worker takes due messages of any workspace, so cancel what the previous test left waiting.
  await database().scheduledMessage.updateMany({ where: { state: "waiting" }, data: { state: "cancelled" } });
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ conversationId: convId } = await customerSystem(integrationId).text("maria", "Hello"));
  ana = await createTestMember(workspaceId, "AGENT");
});

const input = (content: string, more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  integrationId,
  convId,
  type: "text",
  content,
  undoSeconds: 5,
  ...more,
});
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const row = (id: string) =>
  database().scheduledMessage.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const sent = async () =>
  (
    await database().message.findMany({ where: { workspaceId, isAgent: true, type: "text" }, orderBy: { seq: "asc" } })
  ).map(({ content }) => content);
const fallDue = (...ids: string[]) =>
  database()
    .$executeRaw`update "ScheduledMessage" set "sendAt" = "sendAt" - interval '10 days' where id = any (${ids}::uuid[])`;
/** Sends all due messages one after the other, as a worker does. */
async function sendDue(): Promise<number> {
  for (let count = 0; ;) {
    const { items } = await claimScheduled(new Map(), 10);
    if (items.length === 0) return count;
    for (const claim of items) await sendScheduled(claim);
    count += items.length;
  }
}

describe("undo", () => {
  test("inside the time nothing was ever a message: nothing stored, queued or told", async () => {
    const before = await database().event.count({ where: { workspaceId } });
    const { id, state, isUndoable } = await ana.api.ok<{ id: string; state: string; isUndoable: boolean }>(
      SCHEDULE,
      input("Oops"),
    );
    expect([state, isUndoable]).toEqual(["waiting", true]);
    expect(await sendDue()).toBe(0);
    expect(await ana.api.ok(CANCEL, { id })).toMatchObject({ state: "cancelled" });
    await fallDue(id);
    expect(await sendDue()).toBe(0);
    expect(await sent()).toEqual([]);
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
    expect(await database().event.count({ where: { workspaceId } })).toBe(before);
    expect(await ana.api.refusal(CANCEL, { id })).toMatchObject({ code: "CONFLICT" });
  });

  test("when the time is over it is the agent's message, sent once, and cannot be undone", async () => {
    const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input("On its way"));
    await fallDue(id);
    expect(await sendDue()).toBe(1);
    const message = await database().message.findFirstOrThrow({ where: { workspaceId, isAgent: true } });
    expect(message).toMatchObject({ content: "On its way", agentId: ana.agentId, createdBy: ana.userId });
    expect(await row(id)).toMatchObject({ state: "sent", sentMessageId: message.id, leaseToken: null });
    expect(await database().sendQueue.count({ where: { workspaceId, messageId: message.id } })).toBe(1);
    expect(await ana.api.refusal(CANCEL, { id })).toMatchObject({
      code: "CONFLICT",
      message: "This message has been sent already",
    });
  });

  test("the same key schedules one message, whatever became of it", async () => {
    const once = input("Once");
    const first = await ana.api.ok<{ id: string }>(SCHEDULE, once);
    expect(await ana.api.ok(SCHEDULE, once)).toEqual(first);
    await fallDue(first.id);
    await sendDue();
    expect(await ana.api.ok(SCHEDULE, once)).toMatchObject({ id: first.id, state: "sent" });
    expect(await sent()).toEqual(["Once"]);
    const bea = await createTestMember(workspaceId, "ADMIN");
    expect(await bea.api.refusal(SCHEDULE, once)).toMatchObject({ code: "CONFLICT" });
  });

  test("the worker sends by itself, soon after the time", async () => {
    const pool = startSendingScheduled(10_000);
    try {
      await ana.api.ok(SCHEDULE, input("By itself", { undoSeconds: 1 }));
      await expect.poll(sent, { timeout: 5_000, interval: 50 }).toEqual(["By itself"]);
    } finally {
      await pool.stop(1_000);
    }
  });
});

test("one that can no longer be read fails in words instead of being tried for ever, and holds nothing behind it up", async () => {
  const broken = await ana.api.ok<{ id: string }>(SCHEDULE, input("Unread", { undoSeconds: null, sendAt: inHours(1) }));
  const next = await ana.api.ok<{ id: string }>(SCHEDULE, input("Behind", { undoSeconds: null, sendAt: inHours(2) }));
  await database().scheduledMessage.updateMany({
    where: { id: broken.id },
    data: { message: { kind: "of later days" } },
  });
  expect((await ana.api.ok<Waiting>(LIST, { convId })).nodes).toHaveLength(2);
  await fallDue(broken.id, next.id);
  await sendDue();
  expect(await sent()).toEqual(["Behind"]);
  expect(await row(broken.id)).toMatchObject({ state: "failed", attemptNo: 1 });
  const { nodes } = await ana.api.ok<Waiting>(LIST, { convId });
  expect(nodes.map(({ message }) => message)).toMatchObject([
    { id: broken.id, content: "", error: "What was written can no longer be read; write it again" },
  ]);
});

test("many that are due in one workspace do not keep another's first from the next claim", async () => {
  const other = await createTestWorkspace();
  const { id: otherIntegrationId } = await createTestIntegration(other.workspaceId);
  const tom = await createTestMember(other.workspaceId, "AGENT");
  const due = async (
    integrationId: string,
    { agentId, userId }: typeof ana,
    workspaceId: number,
    secondsAgo: number,
  ) => {
    const { conversationId: convId } = await customerSystem(integrationId).text(randomUUID(), "Hello");
    const sendAt = new Date(Date.now() - secondsAgo * 1_000);
    return database().scheduledMessage.create({
      data: { workspaceId, id: randomUUID(), convId, agentId, userId, message: {}, sendAt },
    });
  };
  for (let no = 0; no < 12; no++) await due(integrationId, ana, workspaceId, 60);
  const { id } = await due(otherIntegrationId, tom, other.workspaceId, 1);
  const hands = new Map([[String(workspaceId), 7]]);
  expect((await claimScheduled(hands, 1)).items).toMatchObject([{ id }]);
  expect((await claimScheduled(hands, 20)).items).toHaveLength(12);
});

test("a worker that dies between claim and send leaves one message: the next one sends it, the old one nothing", async () => {
  const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input("Exactly once"));
  await fallDue(id);
  const [dead] = (await claimScheduled(new Map(), 10)).items;
  // It is leased, so no other worker claims it.
  expect((await claimScheduled(new Map(), 10)).items).toEqual([]);
  await database().scheduledMessage.updateMany({ where: { id }, data: { leaseUntil: new Date(0) } });
  const [heir] = (await claimScheduled(new Map(), 10)).items;
  expect(heir).toMatchObject({ id, attemptNo: 2 });
  if (!dead || !heir) throw new Error("not claimed");
  await Promise.all([sendScheduled(heir), sendScheduled(dead)]);
  await Promise.all([sendScheduled(dead), sendScheduled(heir)]);
  expect(await sent()).toEqual(["Exactly once"]);
});

describe("order", () => {
  test("of a conversation: by time, then by creation, one at a time", async () => {
    const ids: string[] = [];
    for (const [content, hours] of [
      ["third", 3],
      ["first", 1],
      ["second", 2],
    ] as const) {
      const more = { undoSeconds: null, sendAt: inHours(hours) };
      ids.push((await ana.api.ok<{ id: string }>(SCHEDULE, input(content, more))).id);
    }
    await fallDue(...ids);
    expect((await claimScheduled(new Map(), 10)).items).toHaveLength(1);
    await database().scheduledMessage.updateMany({ where: { workspaceId }, data: { leaseUntil: null } });
    expect(await sendDue()).toBe(3);
    expect(await sent()).toEqual(["first", "second", "third"]);
  });

  test("an immediate send of the same agent sends what waits for its undo time before it; a note and a colleague's do not", async () => {
    const bea = await createTestMember(workspaceId, "ADMIN");
    await ana.api.ok(SCHEDULE, input("one"));
    await ana.api.ok(SCHEDULE, input("two"));
    await ana.api.ok(SCHEDULE, input("tomorrow", { undoSeconds: null, sendAt: inHours(20) }));
    await bea.api.ok(ADD, { integrationId, convId, type: "text", content: "Bea's" });
    await ana.api.ok(ADD, { integrationId, convId, type: "note", content: "aside" });
    expect(await sent()).toEqual(["Bea's"]);
    await ana.api.ok(ADD, { integrationId, convId, type: "text", content: "three" });
    expect(await sent()).toEqual(["Bea's", "one", "two", "three"]);
    expect(await sendDue()).toBe(0);
  });
});

describe("refusals", () => {
  const failing = async (break_: () => Promise<unknown>) => {
    const { id } = await ana.api.ok<{ id: string }>(
      SCHEDULE,
      input("Too late", { undoSeconds: null, sendAt: inHours(9) }),
    );
    await break_();
    await fallDue(id);
    expect(await sendDue()).toBe(1);
    expect(await sent()).toEqual([]);
    const { state, error } = await row(id);
    return { id, state, error };
  };

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      "the conversation has ended",
      () => database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } }),
      /has ended/,
    ],
    [
      "the contact is archived",
      () => database().client.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } }),
      /archived/,
    ],
    [
      "the reply window has closed",
      async () => {
        await database().integration.updateMany({ where: { workspaceId }, data: { type: "WHATSAPP" } });
        await database().conversation.updateMany({
          where: { workspaceId },
          data: { lastClientMessageAt: new Date(Date.now() - 25 * 3_600_000) },
        });
      },
      /more than 24 hours old/,
    ],
    [
      "they are no longer a member",
      () => database().membership.deleteMany({ where: { workspaceId, userId: ana.userId } }),
      /no longer a member/,
    ],
    [
      "the conversation is a colleague's by now",
      async () => {
        const bea = await createTestMember(workspaceId, "AGENT");
        await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: bea.agentId } });
      },
      /given to somebody else/,
    ],
  ])("%s: it fails with the words", async (_, break_, words) => {
    expect(await failing(break_)).toMatchObject({ state: "failed", error: expect.stringMatching(words) as string });
  });

  test("shows in the thread, and can be tried again once it may pass", async () => {
    const { id } = await failing(() =>
      database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } }),
    );
    const { nodes } = await ana.api.ok<Waiting>(LIST, { convId });
    expect(nodes).toMatchObject([{ isOwn: true, message: { id, content: "Too late", state: "failed" } }]);
    await database().conversation.updateMany({ where: { workspaceId }, data: { ended: false, endedAt: null } });
    expect(await ana.api.ok(SEND_NOW, { id })).toMatchObject({ state: "waiting" });
    expect(await sendDue()).toBe(1);
    expect(await sent()).toEqual(["Too late"]);
  });

  test("what can be known at once is refused at once, and nothing waits", async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ content: " " }, "BAD_INPUT"],
      [{ id: "mine" }, "BAD_INPUT"],
      [{ undoSeconds: 16 }, "BAD_INPUT"],
      [{ undoSeconds: null }, "BAD_INPUT"],
      [{ undoSeconds: 5, sendAt: inHours(1) }, "BAD_INPUT"],
      [{ undoSeconds: null, sendAt: inHours(-1) }, "BAD_INPUT"],
      [{ undoSeconds: null, sendAt: inHours(24 * 400) }, "BAD_INPUT"],
      [{ replyToMessageId: randomUUID() }, "NOT_FOUND"],
      [{ convId: randomUUID() }, "NOT_FOUND"],
    ];
    for (const [more, code] of cases)
      expect(await ana.api.refusal(SCHEDULE, input("Hi", more))).toMatchObject({ code });
    await database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } });
    expect(await ana.api.refusal(SCHEDULE, input("Hi"))).toMatchObject({ code: "CONFLICT" });
    const key = await createTestAgentKey(workspaceId);
    expect(await key.api.refusal(SCHEDULE, input("Hi"))).toMatchObject({ code: "NOT_FOUND" });
    expect(await database().scheduledMessage.count({ where: { workspaceId } })).toBe(0);
  });
});

test("what was refused is its writer's to see, also of a conversation that is a colleague's by now, and nobody else's", async () => {
  const UNSENT = `query ($input: UnsentMessagesInput!) { unsentMessages(input: $input) {
    nodes { clientName message { id convId content error } } } }`;
  const bea = await createTestMember(workspaceId, "AGENT");
  const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input("We can do that"));
  expect(await ana.api.ok(UNSENT, {})).toEqual({ nodes: [] });
  await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: bea.agentId } });
  await fallDue(id);
  await sendDue();
  const error = "The conversation was given to somebody else before this message was sent";
  const message = { id, convId, content: "We can do that", error };
  expect(await ana.api.ok(UNSENT, {})).toEqual({ nodes: [{ clientName: null, message }] });
  expect(await bea.api.ok(UNSENT, {})).toEqual({ nodes: [] });
  expect(await api.refusal(UNSENT, {})).toMatchObject({ code: "NOT_FOUND" });
  await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: ana.agentId } });
  expect(await ana.api.ok(UNSENT, {})).toMatchObject({ nodes: [{ clientName: expect.any(String) as string }] });
  // A cancelled message leaves the list.
  await ana.api.ok(CANCEL, { id });
  expect(await ana.api.ok(UNSENT, {})).toEqual({ nodes: [] });
});

test("a file that waits is known by its name and size", async () => {
  const fileName = `${randomUUID().replaceAll("-", "")}.pdf`;
  const file = { fileName, name: "price list.pdf", contentType: "application/pdf", sizeBytes: 2_345, purpose: "media" };
  await database().upload.create({ data: { workspaceId, ...file, storedAt: new Date(), createdBy: ana.userId } });
  const url = uploadUrl(workspaceId, fileName);
  await ana.api.ok(SCHEDULE, input(url, { type: "document", undoSeconds: null, sendAt: inHours(2) }));
  const WITH_FILE = `query ($input: ScheduledMessagesInput!) { scheduledMessages(input: $input) {
    nodes { message { media { fileName contentType sizeBytes } } } } }`;
  expect(await ana.api.ok(WITH_FILE, { convId })).toEqual({
    nodes: [{ message: { media: { fileName: "price list.pdf", contentType: "application/pdf", sizeBytes: 2_345 } } }],
  });
});

test("a colleague sees what waits for a time of its own, not what can still be undone, and changes neither", async () => {
  const bea = await createTestMember(workspaceId, "ADMIN");
  const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input("Later", { undoSeconds: null, sendAt: inHours(2) }));
  await ana.api.ok(SCHEDULE, input("Now"));
  const { nodes } = await bea.api.ok<Waiting>(LIST, { convId });
  expect(nodes).toMatchObject([{ agentName: "Mia AGENT", isOwn: false, message: { content: "Later" } }]);
  expect((await ana.api.ok<Waiting>(LIST, { convId })).nodes).toHaveLength(2);
  for (const change of [CANCEL, SEND_NOW])
    expect(await bea.api.refusal(change, { id })).toMatchObject({ code: "NOT_FOUND" });
  expect(await bea.api.refusal(PATCH, { id, sendAt: inHours(1) })).toMatchObject({ code: "NOT_FOUND" });
  const sendAt = inHours(30);
  expect(await ana.api.ok(PATCH, { id, sendAt })).toMatchObject({ state: "waiting", sendAt });
  // Another agent's conversation: the list is not visible either.
  await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: bea.agentId } });
  expect(await ana.api.refusal(LIST, { convId })).toMatchObject({ code: "NOT_FOUND" });
  expect((await api.ok<Waiting>(LIST, { convId })).nodes).toHaveLength(1);
});

test("send and end: the conversation ends with the message, and undo keeps it open", async () => {
  const conv = () =>
    database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
  const undone = await ana.api.ok<{ id: string }>(SCHEDULE, input("Bye", { thenEnd: true }));
  await ana.api.ok(CANCEL, { id: undone.id });
  await sendDue();
  expect((await conv()).ended).toBe(false);
  const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input("Bye", { thenEnd: true, undoSeconds: 0 }));
  await wait(5);
  await sendDue();
  expect(await row(id)).toMatchObject({ state: "sent" });
  expect(await conv()).toMatchObject({ ended: true, endedBy: ana.userId });
  expect(await sent()).toEqual(["Bye"]);
});

test("send and end, asked for again after it happened, is answered as the first time", async () => {
  const asked = input("Bye", { thenEnd: true, undoSeconds: 0 });
  const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, asked);
  await wait(5);
  await sendDue();
  expect(await ana.api.ok(SCHEDULE, asked)).toMatchObject({ id, state: "sent" });
  expect(await sent()).toEqual(["Bye"]);
});

test("whoever ends the conversation or gives it away within the undo time has their message sent before", async () => {
  const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;
  const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`;
  const bea = await createTestMember(workspaceId, "ADMIN");
  const given = await ana.api.ok<{ id: string }>(SCHEDULE, input("My colleague takes over"));
  await ana.api.ok(ASSIGN, { convId, integrationId, agentId: bea.agentId });
  expect(await row(given.id)).toMatchObject({ state: "sent" });
  await bea.api.ok(SCHEDULE, input("Bye"));
  await bea.api.ok(END, { convId, integrationId });
  expect(await sent()).toEqual(["My colleague takes over", "Bye"]);
  expect(await sendDue()).toBe(0);
});

test("what is refused when the next message goes out leaves nothing, and can be tried again", async () => {
  const carl = await createTestMember(workspaceId, "AGENT");
  const reply = await ana.api.ok<{ id: string }>(
    `mutation ($input: CannedReplyCreateInput!) { createCannedReply(input: $input) { id } }`,
    { shortcut: "over", title: "Over", content: "", actions: [{ kind: "assign", agentId: carl.agentId }] },
  );
  const { undoSeconds, ...message } = input("With an assignment");
  const { id, type, content } = message;
  const RUN = `mutation ($input: MacroRunInput!) { runMacro(input: $input) { id } }`;
  const macro = { replyId: reply.id, integrationId, convId, message: { id, type, content }, undoSeconds };
  await ana.api.ok(RUN, macro);
  const agent = { where: { workspaceId, id: carl.agentId ?? "" } };
  await database().agent.updateMany({ ...agent, data: { deletedAt: new Date() } });
  await ana.api.ok(ADD, { integrationId, convId, type: "text", content: "Next" });
  expect(await row(id)).toMatchObject({ state: "failed", sentMessageId: null });
  expect(await sent()).toEqual(["Next"]);
  await database().agent.updateMany({ ...agent, data: { deletedAt: null } });
  await ana.api.ok(SEND_NOW, { id });
  expect(await sendDue()).toBe(1);
  expect(await row(id)).toMatchObject({ state: "sent" });
  expect(await sent()).toEqual(["Next", "With an assignment"]);
});

test("a week later what was sent or cancelled is forgotten, what waits or failed is not", async () => {
  const states = ["sent", "cancelled", "failed", "waiting"] as const;
  for (const state of states) {
    const later = { undoSeconds: null, sendAt: inHours(1) };
    const { id } = await ana.api.ok<{ id: string }>(SCHEDULE, input(state, later));
    await database().scheduledMessage.updateMany({ where: { id }, data: { state } });
  }
  const old = new Date(Date.now() - 8 * 86_400_000);
  await database().scheduledMessage.updateMany({ where: { workspaceId }, data: { createdAt: old } });
  const left = async () => {
    await pruneScheduled();
    const rows = await database().scheduledMessage.findMany({ where: { workspaceId }, select: { state: true } });
    return rows.map(({ state }) => state).sort();
  };
  expect(await left()).toEqual(["failed", "sent", "waiting"]);
  await database().scheduledMessage.updateMany({ where: { workspaceId }, data: { sendAt: old } });
  expect(await left()).toEqual(["failed", "waiting"]);
});
