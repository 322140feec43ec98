import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { archiveClient } from "../clients/archive-client.ts";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { addMessage } from "./add-message.ts";
import { assignConv } from "../conversations/assign-conv.ts";
import { endConv } from "../conversations/end-conv.ts";
import { mergeClients } from "../merges/merge-clients.ts";

// Cached facts of a conversation are never trusted. The next message sees every change, made here or in another process.

let workspaceId: number;
let owner: Ctx;
let agentId: string;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
let convId: string;
let clientId: string;

beforeEach(async () => {
  const made = await createTestWorkspace();
  ({ workspaceId } = made);
  const member = await createTestMember(workspaceId, "ADMIN");
  ({ agentId } = member);
  owner = { ...made.ctx, plan: "PREMIUM", actor: member.actor };
  integrationId = (await createTestIntegration(workspaceId)).id;
  customer = customerSystem(integrationId);
  ({ conversationId: convId, clientId } = await customer.text("maria", "Hello"));
  // From here on the facts are cached, for both directions.
  await customer.text("maria", "Are you there?");
  await answer("Yes");
});

const answer = (content: string) => addMessage(owner, { convId, content, type: "text" });
const conv = (id = convId) => database().conversation.findFirstOrThrow({ where: { workspaceId, id } });
const lastEvent = () => database().event.findFirstOrThrow({ where: { workspaceId }, orderBy: { seq: "desc" } });
const merge = async () => mergeClients(owner, { id: (await createTestClient(workspaceId)).id, sourceIds: [clientId] });

/** Changes the rows as another process would. */
const changes = {
  end: () => endConv(owner, { convId, integrationId }),
  assign: () => assignConv(owner, { convId, integrationId, agentId }),
  archive: () => archiveClient(owner, { id: clientId }),
  merge,
  switchOff: () => setIntegrationState(owner, { id: integrationId, state: "disabled" }),
  becomeDormant: () =>
    database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { dormant: true } }),
  keyword: () => database().workspaceSettings.update({ where: { workspaceId }, data: { optOutKeyword: "no more" } }),
} satisfies Record<string, () => Promise<unknown>>;

describe("a client's message", () => {
  test("after the end opens another conversation", async () => {
    await changes.end();
    expect((await customer.text("maria", "One more thing")).conversationId).not.toBe(convId);
  });

  test("after an assignment is told of to whom it was given", async () => {
    await changes.assign();
    await customer.text("maria", "One more thing");
    expect(await lastEvent()).toMatchObject({ name: "INCOMING_MESSAGE", assigneeId: agentId });
  });

  test("of an archived contact brings them back", async () => {
    await changes.archive();
    await customer.text("maria", "One more thing");
    expect(await database().client.findFirst({ where: { workspaceId, id: clientId } })).toMatchObject({
      deletedAt: null,
    });
  });

  test("of a merged contact is the remaining one's", async () => {
    const { id } = await changes.merge();
    expect(await customer.text("maria", "One more thing")).toMatchObject({ clientId: id, conversationId: convId });
  });

  test("is refused by a channel that is off", async () => {
    await changes.switchOff();
    expect((await customer.send({ senderId: "maria", content: "One more thing", type: "text" })).status).not.toBe(200);
  });

  test("wakes a dormant conversation", async () => {
    await changes.becomeDormant();
    await customer.text("maria", "One more thing");
    expect(await conv()).toMatchObject({ dormant: false });
  });

  test("is the keyword that the workspace has by now", async () => {
    await changes.keyword();
    await customer.text("maria", "No more");
    const client = await database().client.findFirst({ where: { workspaceId, id: clientId } });
    expect(client?.optedOutAt).not.toBeNull();
    await customer.text("somebody new", "no more");
    const other = await database().client.findFirst({ where: { workspaceId, externalClientId: "somebody new" } });
    expect(other?.optedOutAt).not.toBeNull();
  });
});

describe("an answer", () => {
  test.each([
    ["an ended conversation", changes.end, "CONFLICT"],
    ["an archived contact", changes.archive, "CLIENT_ARCHIVED"],
    ["a channel that is off", changes.switchOff, "CHANNEL_INACTIVE"],
  ])("is refused for %s", async (_, change, code) => {
    await change();
    await expect(answer("Too late")).rejects.toMatchObject({ code });
  });

  test("goes to the contact who remains of a merge", async () => {
    const { id } = await changes.merge();
    expect(await answer("Still here")).toMatchObject({ clientId: id });
  });

  test("is told of to whom the conversation was given", async () => {
    await changes.assign();
    const { id } = await answer("Mine");
    const told = await database().event.findMany({ where: { workspaceId, messageId: id } });
    expect(told.map((event) => event.assigneeId)).toEqual(told.map(() => agentId));
  });

  test("of an agent whose conversation became another's is refused as not theirs", async () => {
    const other = await createTestMember(workspaceId, "AGENT");
    const agent: Ctx = { ...owner, actor: other.actor };
    await addMessage(agent, { convId, content: "I see it", type: "text" });
    await changes.assign();
    await expect(addMessage(agent, { convId, content: "Not any more", type: "text" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

test("raced by each change, every message stands once, where it belongs, and is told of once", async () => {
  for (const change of [changes.assign, changes.archive, merge, changes.end]) {
    const contents = Array.from({ length: 20 }, (_, index) => `${change.name} ${index}`);
    const [received] = await Promise.all([
      Promise.all(contents.map((content) => customer.text("maria", content))),
      Promise.allSettled(contents.map((content) => answer(`re ${content}`))),
      sleep(5).then<unknown>(change),
    ]);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(20);
    clientId = received.at(-1)?.clientId ?? "";
  }
  const messages = await database().message.findMany({
    where: { workspaceId },
    orderBy: [{ convId: "asc" }, { seq: "asc" }],
  });
  const convs = new Map(
    (await database().conversation.findMany({ where: { workspaceId } })).map((row) => [row.id, row]),
  );
  for (const [id, of] of Map.groupBy(messages, (message) => message.convId)) {
    expect(of.map(({ seq }) => seq)).toEqual(of.map((_, index) => index + 1));
    expect(new Set(of.map((message) => message.clientId))).toEqual(new Set([convs.get(id)?.clientId]));
    expect(convs.get(id)?.lastSeq).toBe(of.length);
  }
  const told = await database().event.findMany({
    where: { workspaceId, name: { in: ["INCOMING_MESSAGE", "OUTGOING_MESSAGE"] } },
  });
  const written = messages.filter(({ noteType }) => noteType !== "system");
  expect(told.map(({ messageId }) => messageId).sort()).toEqual(written.map(({ id }) => id).sort());
});
