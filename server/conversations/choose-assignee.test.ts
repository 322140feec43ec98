import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

let workspaceId: number;
let integrationId: string;

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  // The workspace's owner has an agent too, which is not part of these tests.
  await database().agent.updateMany({ where: { workspaceId }, data: { isAvailable: false } });
});

async function agent(name: string, data: Partial<Prisma.AgentUncheckedCreateInput> = {}): Promise<string> {
  const lastSeenAt = new Date();
  return (await database().agent.create({ data: { workspaceId, userId: randomUUID(), name, lastSeenAt, ...data } })).id;
}

async function assistant(data: { deletedAt?: Date } = {}): Promise<string> {
  return (
    await database().assistant.create({ data: { workspaceId, name: "Bot", type: "builtIn", properties: "", ...data } })
  ).id;
}

async function routing(properties: Record<string, unknown>): Promise<void> {
  await database().integration.update({
    where: { workspaceId_id: { workspaceId, id: integrationId } },
    data: { properties: properties as Prisma.InputJsonObject },
  });
}

let senders = 0;
async function owner(more: Record<string, unknown> = {}, sender = `sender-${senders++}`) {
  const { conversationId } = await customerSystem(integrationId).text(sender, "Hello", more);
  const { assigneeId, aiId } = await database().conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: conversationId } },
  });
  return { assigneeId, aiId };
}

const nobody = { assigneeId: null, aiId: null };
const toAgent = (assigneeId: string) => ({ assigneeId, aiId: null });
const toAi = (aiId: string) => ({ assigneeId: null, aiId });
const brazilian = { clientInfo: { countryCode: "BR" } };

describe("AUTO", () => {
  test("goes to the least loaded agent who is online and takes conversations, in turn", async () => {
    const ana = await agent("Ana");
    const bo = await agent("Bo");
    await agent("Offline", { lastSeenAt: new Date(Date.now() - 120_000) });
    await agent("Never seen", { lastSeenAt: null });
    await agent("Away", { isAvailable: false });
    await agent("Deleted", { deletedAt: new Date() });
    const order: (string | null)[] = [];
    for (let i = 0; i < 6; i++) order.push((await owner()).assigneeId);
    expect(order).toEqual([ana, bo, ana, bo, ana, bo]);
    // Bo loses two conversations, so the next two go to Bo regardless of the turn.
    const two = await database().conversation.findMany({ where: { workspaceId, assigneeId: bo }, take: 2 });
    await database().conversation.updateMany({
      where: { workspaceId, id: { in: two.map(({ id }) => id) } },
      data: { ended: true, endedAt: new Date() },
    });
    expect([(await owner()).assigneeId, (await owner()).assigneeId]).toEqual([bo, bo]);
  });

  test("spreads parallel first messages", async () => {
    const agents = [await agent("Ana"), await agent("Bo"), await agent("Cy"), await agent("Di")];
    const owners = await Promise.all(Array.from({ length: 40 }, () => owner()));
    for (const id of agents) {
      const count = owners.filter(({ assigneeId }) => assigneeId === id).length;
      expect(count).toBeGreaterThanOrEqual(5);
      expect(count).toBeLessThanOrEqual(15);
    }
  });

  test("goes to nobody when nobody is online, and is what a channel starts with", async () => {
    expect(await owner()).toEqual(nobody);
    const ana = await agent("Ana");
    expect(await owner()).toEqual(toAgent(ana));
  });
});

test("the client's default agent comes first, online or not; a deleted one counts as none", async () => {
  const ana = await agent("Ana");
  const own = await agent("Own", { lastSeenAt: null });
  const gone = await agent("Gone", { deletedAt: new Date() });
  await routing({ start: "AGENT", assigneeId: ana });
  await createTestClient(workspaceId, { externalClientId: "with-own", defaultAgentId: own });
  const client = await createTestClient(workspaceId, { externalClientId: "with-gone" });
  await database().client.update({
    where: { workspaceId_id: { workspaceId, id: client.id } },
    data: { defaultAgentId: gone },
  });
  expect(await owner({}, "with-own")).toEqual(toAgent(own));
  expect(await owner({}, "with-gone")).toEqual(toAgent(ana));
});

test("AGENT and AI go to assigneeId; a deleted one, or none, is nobody", async () => {
  const ana = await agent("Ana");
  const bot = await assistant();
  await routing({ start: "AGENT", assigneeId: ana });
  expect(await owner()).toEqual(toAgent(ana));
  await routing({ start: "AI", assigneeId: bot });
  expect(await owner()).toEqual(toAi(bot));
  for (const start of ["AGENT", "AI"]) {
    for (const assigneeId of [
      await agent("Gone", { deletedAt: new Date() }),
      await assistant({ deletedAt: new Date() }),
      randomUUID(),
    ]) {
      await routing({ start, assigneeId });
      expect(await owner()).toEqual(nobody);
    }
    await routing({ start });
    expect(await owner()).toEqual(nobody);
  }
});

test.each([
  ["AGENT_BY_COUNTRY_CODE", (name: string) => agent(name), toAgent],
  ["AI_BY_COUNTRY_CODE", () => assistant(), toAi],
] as const)("%s goes by the client's country, else to assigneeId, else to nobody", async (start, create, expected) => {
  const forBrazil = await create("Brazil");
  const fallback = await create("Fallback");
  const byCountryCodeConfig = [
    { code: "PL", assigneeId: randomUUID() },
    { code: "BR", assigneeId: forBrazil },
  ];
  await routing({ start, byCountryCodeConfig, assigneeId: fallback });
  expect(await owner(brazilian)).toEqual(expected(forBrazil));
  expect(await owner({ clientInfo: { phone: "+5511998765432" } })).toEqual(expected(forBrazil));
  expect(await owner({ clientInfo: { countryCode: "DE" } })).toEqual(expected(fallback));
  expect(await owner()).toEqual(expected(fallback));
  // The rule for Poland names no existing agent.
  expect(await owner({ clientInfo: { countryCode: "PL" } })).toEqual(expected(fallback));
  await routing({ start, byCountryCodeConfig });
  expect(await owner({ clientInfo: { countryCode: "PL" } })).toEqual(nobody);
  expect(await owner()).toEqual(nobody);
});

test("an open conversation keeps its owner when the rule changes", async () => {
  const ana = await agent("Ana");
  const bo = await agent("Bo");
  await routing({ start: "AGENT", assigneeId: ana });
  expect(await owner({}, "maria")).toEqual(toAgent(ana));
  await routing({ start: "AGENT", assigneeId: bo });
  expect(await owner({}, "maria")).toEqual(toAgent(ana));
});
