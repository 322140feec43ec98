import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { closeExpiredConvs } from "./close-expired-convs.ts";
import { wakeConvs } from "./wake-convs.ts";

let workspaceId: number;
let convId: string;
let integrationId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let customer: ReturnType<typeof customerSystem>;
let mia: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  ({ conversationId: convId } = await customer.text("maria", "Hello"));
  mia = await createTestMember(workspaceId, "AGENT");
});

const SNOOZE = `mutation ($input: ConvSnoozeInput!) { snoozeConv(input: $input) { id ended } }`;
const UNSNOOZE = `mutation ($input: ConvUnsnoozeInput!) { unsnoozeConv(input: $input) { id } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;
const HOUR = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR).toISOString();

const conv = () =>
  database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
const ownSnoozes = () => database().convSnooze.findMany({ where: { workspaceId, convId } });
const changes = () => database().event.count({ where: { workspaceId, convId, name: "CONV_CHANGED" } });
const notes = async () =>
  (
    await database().message.findMany({ where: { workspaceId, convId, noteType: "system" }, orderBy: { seq: "asc" } })
  ).map(({ content }) => content);
/** Moves the snooze into the past, so that it is due. */
const makeDue = async () => {
  const past = new Date(Date.now() - 1_000);
  await database().conversation.updateMany({
    where: { workspaceId, id: convId, snoozedUntil: { not: null } },
    data: { snoozedUntil: past },
  });
  await database().convSnooze.updateMany({
    where: { workspaceId, convId, until: { not: null } },
    data: { until: past },
  });
};

const AWAKE = { snoozedAt: null, snoozedUntil: null, snoozedBy: null };

describe("snoozeConv", () => {
  test("puts it aside for the team until a time, says so in the thread, and tells the portal; twice the same is once", async () => {
    const day = new Date(Date.now() + 30 * 24 * HOUR).toISOString().slice(0, 10);
    const until = `${day}T09:00:00.000Z`;
    await mia.api.ok(SNOOZE, { convId, until });
    await mia.api.ok(SNOOZE, { convId, until });
    expect(await conv()).toMatchObject({
      snoozedAt: expect.any(Date) as Date,
      snoozedUntil: new Date(until),
      snoozedBy: mia.userId,
      wokeAt: null,
    });
    expect(await notes()).toEqual([`Snoozed until ${day} 09:00 UTC`]);
    expect(await changes()).toBe(1);
  });

  test("until the client writes, and from one kind to the other", async () => {
    await api.ok(SNOOZE, { convId, until: inAnHour() });
    await api.ok(SNOOZE, { convId });
    expect(await conv()).toMatchObject({ snoozedUntil: null, snoozedAt: expect.any(Date) as Date });
    expect((await notes()).at(-1)).toBe("Snoozed until the contact writes");
  });

  test("only for me touches neither the conversation nor its thread", async () => {
    const before = await conv();
    await mia.api.ok(SNOOZE, { convId, until: inAnHour(), onlyMe: true });
    expect(await conv()).toEqual(before);
    expect(await notes()).toEqual([]);
    expect(await ownSnoozes()).toMatchObject([{ agentId: mia.agentId }]);
    await mia.api.ok(SNOOZE, { convId, onlyMe: true });
    expect(await ownSnoozes()).toMatchObject([{ agentId: mia.agentId, until: null }]);
  });

  test("refuses times that are no times to come, keys for themselves, ended and foreign conversations", async () => {
    const past = { convId, until: new Date(Date.now() - HOUR).toISOString() };
    expect(await api.refusal(SNOOZE, past)).toMatchObject({ code: "BAD_INPUT", paths: ["input.until"] });
    const far = { convId, until: new Date(Date.now() + 400 * 24 * HOUR).toISOString() };
    expect(await api.refusal(SNOOZE, far)).toMatchObject({ code: "BAD_INPUT", paths: ["input.until"] });
    expect(await api.refusal(SNOOZE, { convId, onlyMe: true })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.onlyMe"],
    });
    const ana = await createTestAgentKey(workspaceId, "Ana");
    await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { assigneeId: ana.agentId } });
    expect(await mia.api.refusal(SNOOZE, { convId })).toMatchObject({ code: "NOT_FOUND" });
    expect(await mia.api.refusal(UNSNOOZE, { convId })).toMatchObject({ code: "NOT_FOUND" });
    await ana.api.ok(END, { convId, integrationId });
    expect(await api.refusal(SNOOZE, { convId })).toMatchObject({ code: "CONFLICT" });
  });
});

describe("what the contact writes meanwhile", () => {
  const seen = async () => (await conv()).lastSeq;

  test("is not put away unseen: neither a snooze nor the end happens", async () => {
    const seenSeq = await seen();
    await customer.text("maria", "One more thing");
    for (const refusal of [
      await mia.api.refusal(SNOOZE, { convId, seenSeq }),
      await mia.api.refusal(SNOOZE, { convId, onlyMe: true, seenSeq }),
      await mia.api.refusal(END, { convId, integrationId, seenSeq }),
    ])
      expect(refusal).toMatchObject({ code: "CONFLICT", message: "The contact has written meanwhile. Read it first" });
    expect(await conv()).toMatchObject({ ...AWAKE, ended: false });
    expect(await ownSnoozes()).toEqual([]);
  });

  test("counts, not what the team or the service wrote", async () => {
    const seenSeq = await seen();
    await api.ok(`mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`, {
      convId,
      integrationId,
      type: "text",
      content: "We are on it",
    });
    await mia.api.ok(SNOOZE, { convId, seenSeq });
    await mia.api.ok(END, { convId, integrationId, seenSeq });
    expect(await conv()).toMatchObject({ ended: true });
  });

  test("and what has ended stays ended", async () => {
    await api.ok(END, { convId, integrationId });
    await api.ok(END, { convId, integrationId, seenSeq: 0 });
  });
});

describe("a snooze ends", () => {
  beforeEach(async () => {
    await mia.api.ok(SNOOZE, { convId, until: inAnHour() });
    await mia.api.ok(SNOOZE, { convId, onlyMe: true });
  });

  test("by hand, where it was in the lists; the caller's own with it", async () => {
    await mia.api.ok(UNSNOOZE, { convId });
    await mia.api.ok(UNSNOOZE, { convId });
    expect(await conv()).toMatchObject({ ...AWAKE, wokeAt: null });
    expect(await ownSnoozes()).toEqual([]);
    expect((await notes()).slice(1)).toEqual(["Ended the snooze"]);
  });

  test.each([
    ["an ordinary message, in its one statement", {}],
    ["one that answers something", { context: { replyToContent: "before" } }],
  ])("by the client's message, everybody's: %s", async (_, more) => {
    await customer.text("maria", "Are you there?", more);
    expect(await conv()).toMatchObject({ ...AWAKE, needsResponse: true });
    expect(await ownSnoozes()).toEqual([]);
  });

  test("not by ours", async () => {
    await api.ok(`mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`, {
      convId,
      integrationId,
      type: "text",
      content: "We are on it",
    });
    expect((await conv()).snoozedAt).not.toBeNull();
    expect(await ownSnoozes()).toHaveLength(1);
  });

  test("with the conversation", async () => {
    await api.ok(END, { convId, integrationId });
    expect(await conv()).toMatchObject({ ...AWAKE, ended: true });
    expect(await ownSnoozes()).toEqual([]);
  });

  test("with a conversation that ends by itself, which one with a time to come does not", async () => {
    await database().workspaceSettings.upsert({
      where: { workspaceId },
      create: { workspaceId, convTTL: 1 },
      update: { convTTL: 1 },
    });
    const old = new Date(Date.now() - 2 * HOUR);
    await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { lastMessageAt: old } });
    await closeExpiredConvs();
    expect((await conv()).ended).toBe(false);
    await mia.api.ok(SNOOZE, { convId });
    await closeExpiredConvs();
    expect(await conv()).toMatchObject({ ...AWAKE, ended: true });
    expect(await ownSnoozes()).toEqual([]);
  });
});

describe("wakeConvs", () => {
  test("wakes what is due, once however many do so, on top of the list; what waits for the client sleeps on", async () => {
    await mia.api.ok(SNOOZE, { convId, until: inAnHour() });
    const { conversationId: silent } = await customer.text("pedro", "Hi");
    await api.ok(SNOOZE, { convId: silent });
    expect(await wakeConvs()).toBe(0);
    await makeDue();
    const before = await changes();
    const counts = await Promise.all([wakeConvs(), wakeConvs()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const woken = await conv();
    expect(woken).toMatchObject({ ...AWAKE, wokeAt: expect.any(Date) as Date });
    expect(woken.activityAt).toEqual(woken.wokeAt);
    expect(await changes()).toBe(before + 1);
    expect((await notes()).at(-1)).toBe("Snooze is over");
    const stillAside = await database().conversation.findFirstOrThrow({ where: { workspaceId, id: silent } });
    expect(stillAside.snoozedAt).not.toBeNull();
  });

  test("an agent's own comes back to them, and the thread says nothing of it", async () => {
    await mia.api.ok(SNOOZE, { convId, until: inAnHour(), onlyMe: true });
    await makeDue();
    const before = await changes();
    expect(await wakeConvs()).toBe(1);
    expect(await ownSnoozes()).toEqual([]);
    expect(await notes()).toEqual([]);
    expect((await conv()).wokeAt).toBeNull();
    expect(await changes()).toBe(before + 1);
  });
});
