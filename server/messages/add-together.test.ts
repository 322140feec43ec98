import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { roundTripsOf } from "../testing/round-trips.ts";
import { addMessage } from "./add-message.ts";
import { endConv } from "../conversations/end-conv.ts";

let workspaceId: number;
let key: Ctx;
let agentKey: Ctx;
let customer: ReturnType<typeof customerSystem>;

beforeEach(async () => {
  const made = await createTestWorkspace();
  ({ workspaceId } = made);
  const { keyId, agentId } = await createTestAgentKey(workspaceId);
  const ctx = { ...made.ctx, plan: "PREMIUM" as const };
  key = { ...ctx, actor: { kind: "workspaceKey", keyId: randomUUID(), label: "key" } };
  agentKey = { ...ctx, actor: { kind: "agentKey", keyId, label: "Ana", agentId } };
  customer = customerSystem((await createTestIntegration(workspaceId)).id);
});

/** The conversation of a sender who has written twice. The second message loads its facts into the cache. */
async function convOf(sender: string): Promise<string> {
  await customer.text(sender, "Hello");
  return (await customer.text(sender, "Are you there?")).conversationId;
}
const text = (convId: string, content: string) => ({ convId, content, type: "text" }) as const;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** All rows written for a conversation's last message, with ids and times replaced by placeholders. */
async function written(convId: string, sender: string) {
  const where = { workspaceId, convId };
  const rows = [
    await database().conversation.findFirst({ where: { workspaceId, id: convId } }),
    await database().message.findFirst({ where, orderBy: { seq: "desc" } }),
    await database().sendQueue.findMany({ where }),
    (await database().event.findMany({ where, orderBy: { seq: "asc" } })).map(({ seq: _, ...event }) => ({
      ...event,
      payload: JSON.stringify(event.payload),
    })),
  ];
  return JSON.stringify(rows).replace(UUID, "id").replace(TIME, "time").replaceAll(sender, "sender");
}

test("texts of keys that come together are stored in a few statements, and each as if it had come alone", async () => {
  const senders = Array.from({ length: 30 }, (_, index) => `sender-${index}-of-many`);
  const convs = await Promise.all(senders.map(convOf));
  const alone = await convOf("sender-alone");
  await addMessage(key, text(alone, "Good day"));
  const trips = await roundTripsOf(async () => {
    const added = await Promise.all(convs.map((convId) => addMessage(key, text(convId, "Good day"))));
    expect(added.map(({ convId }) => convId)).toEqual(convs);
  });
  // One or two are written at once. All that arrive meanwhile share one statement.
  expect(trips.length).toBeLessThanOrEqual(4);
  const single = await written(alone, "sender-alone");
  for (const [index, convId] of convs.entries()) expect(await written(convId, senders[index] ?? "")).toBe(single);
});

test("those of one conversation stand in the order in which they came, and are told in it", async () => {
  const convId = await convOf("maria");
  const contents = Array.from({ length: 80 }, (_, index) => `message ${index}`);
  const added = await Promise.all(contents.map((content) => addMessage(key, text(convId, content))));
  expect(added.map(({ content }) => content)).toEqual(contents);
  expect(added.map(({ seq }) => seq)).toEqual(contents.map((_, index) => index + 3));
  const times = added.map(({ createdAt }) => createdAt.getTime());
  for (const [index, time] of times.entries()) expect(time).toBeGreaterThan(times[index - 1] ?? 0);
  const events = await database().event.findMany({
    where: { workspaceId, convId, name: { in: ["OUTGOING_MESSAGE", "MESSAGE_UPDATED_SMPP"] } },
    orderBy: { seq: "asc" },
  });
  expect(events.map(({ name, messageId }) => `${name} ${messageId}`)).toEqual(
    added.flatMap(({ id }) => [`OUTGOING_MESSAGE ${id}`, `MESSAGE_UPDATED_SMPP ${id}`]),
  );
  expect(await database().sendQueue.count({ where: { workspaceId, convId } })).toBe(80);
  const last = added.at(-1);
  expect(await database().conversation.findFirst({ where: { workspaceId } })).toMatchObject({
    ...{ lastSeq: 82, lastMessageId: last?.id, lastMessageAt: last?.createdAt, needsResponse: false },
  });
});

test("what may not be stored is refused alone, each in its own words; all the others stand", async () => {
  const [open, ended, others] = await Promise.all(["open", "ended", "others"].map(convOf));
  if (!open || !ended || !others) throw new Error("three wrote");
  await endConv(key, { convId: ended });
  const { agentId } = await createTestAgentKey(workspaceId);
  await database().conversation.updateMany({ where: { workspaceId, id: others }, data: { assigneeId: agentId } });
  const asks = Array.from({ length: 3 }, (_, index) => [
    addMessage(key, text(open, `key ${index}`)),
    addMessage(agentKey, text(open, `agent ${index}`)),
    addMessage(key, text(ended, "too late")),
    addMessage(agentKey, text(others, "not theirs")),
    addMessage(key, text(others, `key ${index}`)),
    addMessage(key, text(randomUUID(), "nowhere")),
    addMessage(key, text(open, "\0")),
  ]).flat();
  const settled = await Promise.allSettled(asks);
  const outcomes = Map.groupBy(settled.entries(), ([index]) => index % 7);
  const codesOf = (place: number) =>
    new Set(
      (outcomes.get(place) ?? []).map(([, one]) =>
        one.status === "fulfilled" ? "stored" : ((one.reason as { code?: string }).code ?? "none"),
      ),
    );
  expect([0, 1, 2, 3, 4, 5].map((place) => [...codesOf(place)])).toEqual([
    ["stored"],
    ["stored"],
    ["CONFLICT"],
    ["NOT_FOUND"],
    ["stored"],
    ["NOT_FOUND"],
  ]);
  expect(codesOf(6)).not.toContain("stored");
  const stored = await database().message.groupBy({
    by: ["convId"],
    where: { workspaceId, isAgent: true, type: "text" },
    _count: true,
  });
  expect(Object.fromEntries(stored.map(({ convId, _count }) => [convId, _count]))).toEqual({
    [open]: 6,
    [others]: 3,
  });
  expect(await database().message.count({ where: { workspaceId, type: "text", agentId: { not: null } } })).toBe(3);
});
