import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { customerSystem } from "../testing/custom-channel.ts";

type World = {
  workspaceId: number;
  integrationId: string;
  api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
  customer: ReturnType<typeof customerSystem>;
};
let world: World;

beforeEach(async () => {
  const { workspaceId, api } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  world = { workspaceId, integrationId, api, customer: customerSystem(integrationId) };
});

const db = () => database();
const ofWorkspace = () => ({ where: { workspaceId: world.workspaceId } });

/** Names of the workspace's events in order, without the portal's own. */
async function eventNames(): Promise<string[]> {
  const events = await db().event.findMany({ ...ofWorkspace(), orderBy: { seq: "asc" } });
  return events.filter(({ payload }) => payload !== null).map(({ name }) => name);
}

async function settings(data: { optOutKeyword?: string; autoUnarchiveOnMessage?: boolean }): Promise<void> {
  await db().workspaceSettings.update({ where: { workspaceId: world.workspaceId }, data });
}

describe("repetitions and parallel posts", () => {
  test("50 parallel posts of one message store one of everything and answer the same ids", async () => {
    const message = {
      senderId: "maria",
      content: "Hello",
      type: "text",
      messageId: "m-1",
      clientInfo: { name: "Maria" },
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.customer.send(message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await db().message.count(ofWorkspace())).toBe(1);
    expect(await db().client.count(ofWorkspace())).toBe(1);
    expect(await db().conversation.count(ofWorkspace())).toBe(1);
    expect(await eventNames()).toEqual(["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE"]);
    const again = await world.customer.send({ ...message, content: "changed" });
    expect(again).toMatchObject({ status: 200, body: answers[0]?.body });
    expect(await db().message.findFirst(ofWorkspace())).toMatchObject({ content: "Hello" });
  });

  test("50 parallel posts of one message into an open conversation store it once", async () => {
    const first = await world.customer.text("maria", "Hello");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.customer.text("maria", "Again", { messageId: "m-2" })),
    );
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
    expect(answers[0]?.conversationId).toBe(first.conversationId);
    expect(await db().message.count(ofWorkspace())).toBe(2);
    expect(await db().conversation.findFirst(ofWorkspace())).toMatchObject({ lastSeq: 2 });
  });

  test("two senders who race with one messageId leave one client, conversation and message", async () => {
    for (let round = 0; round < 10; round++) {
      const messageId = `same-${round}`;
      const [a, b] = await Promise.all([
        world.customer.text(`a-${round}`, "Hi", { messageId }),
        world.customer.text(`b-${round}`, "Hi", { messageId }),
      ]);
      expect(a).toEqual(b);
    }
    expect(await db().message.count(ofWorkspace())).toBe(10);
    expect(await db().client.count(ofWorkspace())).toBe(10);
    expect(await db().conversation.count(ofWorkspace())).toBe(10);
    expect((await eventNames()).length).toBe(30);
  });

  test("20 different messages in parallel from a new sender: one client, one conversation, 20 messages in order of seq", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => world.customer.text("album", `photo ${i}`, { messageId: `p-${i}` })),
    );
    expect(new Set(answers.map(({ clientId }) => clientId)).size).toBe(1);
    expect(new Set(answers.map(({ conversationId }) => conversationId)).size).toBe(1);
    const messages = await db().message.findMany({ ...ofWorkspace(), orderBy: { seq: "asc" } });
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const times = messages.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBe(20);
    const names = await eventNames();
    expect(names.filter((name) => name === "INCOMING_MESSAGE").length).toBe(20);
    expect(names.filter((name) => name !== "INCOMING_MESSAGE")).toEqual(["NEW_CLIENT", "NEW_CONV"]);
  });

  test("messages without an id are never taken for repetitions", async () => {
    await Promise.all(Array.from({ length: 5 }, () => world.customer.text("maria", "Hello")));
    expect(await db().message.count(ofWorkspace())).toBe(5);
  });

  test("64 senders at once: every message stands with its own sender", async () => {
    const senders = Array.from({ length: 64 }, (_, i) => `sender-${i}`);
    for (const round of [1, 2]) {
      await Promise.all(
        senders.map((sender) =>
          world.customer.text(sender, `${sender} says ${round}`, { messageId: `${sender}-${round}` }),
        ),
      );
    }
    const messages = await db().message.findMany({ ...ofWorkspace(), include: { client: true } });
    expect(messages.length).toBe(128);
    expect(messages.filter(({ content, client }) => !content.startsWith(`${client.externalClientId} says`))).toEqual(
      [],
    );
  });
});

describe("what is stored", () => {
  test("the first message makes client, conversation and message as the contract says", async () => {
    const { clientId, conversationId, messageId } = await world.customer.text("maria", "Hello", {
      messageId: "m-1",
      createdAt: "2026-11-21T09:30:00+01:00",
      clientInfo: {
        name: "Maria",
        surname: "Silva",
        phone: "+5511998765432",
        email: "m@example.com",
        city: "São Paulo",
        code: "C-7",
      },
    });
    const where = (id: string) => ({ where: { workspaceId_id: { workspaceId: world.workspaceId, id } } });
    expect(await db().client.findUnique(where(clientId))).toMatchObject({
      name: "Maria",
      surname: "Silva",
      phone: "+5511998765432",
      email: "m@example.com",
      city: "São Paulo",
      code: "C-7",
      country: "BR",
      externalClientId: "maria",
      deletedAt: null,
    });
    const message = await db().message.findUnique(where(messageId));
    expect(message).toMatchObject({
      seq: 1,
      isAgent: false,
      status: "delivered",
      externalMessageId: "m-1",
      clientId,
      convId: conversationId,
      createdBy: clientId,
      providerAt: new Date("2026-11-21T08:30:00Z"),
    });
    expect(await db().conversation.findUnique(where(conversationId))).toMatchObject({
      lastSeq: 1,
      lastMessageId: messageId,
      lastMessageAt: message?.createdAt,
      lastClientMessageAt: message?.providerAt,
      needsResponse: true,
      ended: false,
      clientSearch: "maria silva +5511998765432 maria",
    });
  });

  test("the client's fields are set once: later messages change nothing of them", async () => {
    await world.customer.text("maria", "Hello", { clientInfo: { name: "Maria" } });
    await world.customer.text("maria", "Hello", { clientInfo: { name: "Marta", email: "m@example.com" } });
    expect(await db().client.findMany(ofWorkspace())).toMatchObject([{ name: "Maria", email: null }]);
  });

  test("the one statement and the general way store the same", async () => {
    await world.customer.text("maria", "general", { messageId: "g", createdAt: "2026-11-21T09:30:00Z" });
    await world.customer.text("maria", "one statement", { messageId: "s", createdAt: "2026-11-21T09:30:00Z" });
    // A reply context forces the general path into the open conversation.
    await world.customer.text("maria", "general again", {
      messageId: "c",
      createdAt: "2026-11-21T09:30:00Z",
      context: { replyToId: "none" },
    });
    const messages = await db().message.findMany({ ...ofWorkspace(), orderBy: { seq: "asc" } });
    const shape = messages.map(
      ({ id: _, seq: __, content: ___, externalMessageId: ____, createdAt: _____, replyContext: ______, ...rest }) =>
        rest,
    );
    expect(shape[1]).toEqual(shape[0]);
    expect(shape[2]).toEqual(shape[0]);
    const events = await db().event.findMany({
      where: { workspaceId: world.workspaceId, name: "INCOMING_MESSAGE" },
      orderBy: { seq: "asc" },
    });
    expect(events.map(({ payload }) => Object.keys(payload as object))).toEqual(
      Array(3).fill(Object.keys(events[0]?.payload as object)),
    );
    for (const [i, { payload, ...event }] of events.entries()) {
      const message = messages[i];
      expect(payload).toEqual({
        event: "INCOMING_MESSAGE",
        workspaceId: world.workspaceId,
        type: "text",
        content: message?.content,
        messageId: message?.id,
        integrationId: world.integrationId,
        integrationType: "CUSTOM",
        externalClientId: "maria",
        isAgent: false,
        conversationId: message?.convId,
        clientId: message?.clientId,
        createdAt: message?.createdAt.toISOString(),
      });
      expect(event).toMatchObject({
        convId: message?.convId,
        clientId: message?.clientId,
        messageId: message?.id,
        assigneeId: null,
      });
    }
  });

  test("a reply context names our message, else is kept as it came; another client's message is never named", async () => {
    const first = await world.customer.text("maria", "Hello", { messageId: "m-1" });
    const ours = await world.api.ok<{ messageId: string }>(
      "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }",
      { integrationId: world.integrationId, convId: first.conversationId, content: "Hi Maria", type: "text" },
    );
    await db().message.update({
      where: { workspaceId_id: { workspaceId: world.workspaceId, id: ours.messageId } },
      data: { externalMessageId: "e-1" },
    });
    const send = async (sender: string, replyToId: string) => {
      const { messageId } = await world.customer.text(sender, "about that", {
        context: { replyToId, replyToContent: "Hi Maria" },
      });
      return db().message.findUnique({ where: { workspaceId_id: { workspaceId: world.workspaceId, id: messageId } } });
    };
    expect(await send("maria", "e-1")).toMatchObject({ replyToMessageId: ours.messageId, replyContext: null });
    expect(await send("maria", "m-1")).toMatchObject({ replyToMessageId: first.messageId });
    expect(await send("maria", "gone")).toMatchObject({
      replyToMessageId: null,
      replyContext: { id: "gone", content: "Hi Maria", type: null },
    });
    expect(await send("other", "e-1")).toMatchObject({ replyToMessageId: null });
  });

  test("threads of one client are conversations of their own", async () => {
    const a = await world.customer.text("maria", "Hello", { conversationId: "t-1" });
    const b = await world.customer.text("maria", "Hello", { conversationId: "t-2" });
    const c = await world.customer.text("maria", "Hello");
    const again = await world.customer.text("maria", "Hello", { conversationId: "t-1" });
    expect(new Set([a, b, c].map(({ conversationId }) => conversationId)).size).toBe(3);
    expect(again.conversationId).toBe(a.conversationId);
  });

  test("an ended conversation stays ended: the next message opens a new one", async () => {
    const first = await world.customer.text("maria", "Hello");
    await world.api.ok("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
      integrationId: world.integrationId,
      convId: first.conversationId,
    });
    const second = await world.customer.text("maria", "Me again");
    expect(second.conversationId).not.toBe(first.conversationId);
    expect(second.clientId).toBe(first.clientId);
  });

  test("a contact made by hand is found by externalClientId; one of another channel is not", async () => {
    const { id } = await createTestClient(world.workspaceId, { externalClientId: "crm-1" });
    expect((await world.customer.text("crm-1", "Hello")).clientId).toBe(id);
    const other = await createTestIntegration(world.workspaceId, { name: "Other" });
    expect((await customerSystem(other.id).text("crm-1", "Hello")).clientId).not.toBe(id);
  });
});

describe("opt-out and archive", () => {
  test("the keyword archives by SYSTEM and ends the open conversations, on every channel", async () => {
    await settings({ optOutKeyword: " Stop " });
    const first = await world.customer.text("maria", "Hello");
    await world.customer.text("maria", "Hello", { conversationId: "thread" });
    const last = await world.customer.text("maria", "  sTOP\n");
    expect(last.conversationId).toBe(first.conversationId);
    expect(await db().client.findFirst(ofWorkspace())).toMatchObject({
      archivedBy: "SYSTEM",
      deletedAt: expect.any(Date) as Date,
    });
    const convs = await db().conversation.findMany(ofWorkspace());
    expect(convs.length).toBe(2);
    for (const conv of convs) expect(conv).toMatchObject({ ended: true, endedBy: "SYSTEM", needsResponse: false });
    expect(await eventNames()).toEqual([
      "NEW_CLIENT",
      "NEW_CONV",
      "INCOMING_MESSAGE",
      "NEW_CONV",
      "INCOMING_MESSAGE",
      "INCOMING_MESSAGE",
      "ENDING_CONV",
      "ENDING_CONV",
    ]);
    const ending = await db().event.findFirst({
      where: { workspaceId: world.workspaceId, name: "ENDING_CONV", convId: first.conversationId },
    });
    expect(ending?.payload).toMatchObject({ messageId: last.messageId, content: "  sTOP\n", isAgent: false });
  });

  test("a first message that is the keyword is stored, and assigned to nobody", async () => {
    await settings({ optOutKeyword: "стоп" });
    const { conversationId } = await world.customer.text("maria", "СТОП");
    expect(await db().conversation.findMany(ofWorkspace())).toMatchObject([
      { id: conversationId, ended: true, assigneeId: null },
    ]);
  });

  test("the keyword is a text that equals it, nothing else", async () => {
    await settings({ optOutKeyword: "stop" });
    await world.customer.text("maria", "stop it");
    await world.customer.send({ senderId: "maria", type: "interactive", content: "stop" });
    await world.customer.text("maria", "don't stop");
    expect(await db().client.findMany(ofWorkspace())).toMatchObject([{ deletedAt: null }]);
  });

  test("an archived client who writes is unarchived, but not by the keyword", async () => {
    await settings({ optOutKeyword: "stop" });
    await world.customer.text("maria", "stop");
    await world.customer.text("maria", "stop");
    expect(await db().client.findMany(ofWorkspace())).toMatchObject([{ archivedBy: "SYSTEM" }]);
    await world.customer.text("maria", "I am back");
    expect(await db().client.findMany(ofWorkspace())).toMatchObject([{ deletedAt: null, archivedBy: null }]);
    expect(await db().conversation.count({ where: { workspaceId: world.workspaceId, ended: false } })).toBe(1);
  });

  test("with autoUnarchiveOnMessage off the message is stored, the client stays archived, nobody is assigned", async () => {
    await settings({ autoUnarchiveOnMessage: false });
    const agent = await db().agent.create({
      data: { workspaceId: world.workspaceId, userId: randomUUID(), name: "Ana", lastSeenAt: new Date() },
    });
    const client = await createTestClient(world.workspaceId, { externalClientId: "maria", defaultAgentId: agent.id });
    await world.api.ok("mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }", {
      id: client.id,
    });
    const { conversationId } = await world.customer.text("maria", "Hello?");
    const conv = await world.api.ok<{ client: unknown; ended: boolean; assigneeId: string | null }>(
      "query ($input: ConvInput!) { conv(input: $input) { client ended assigneeId } }",
      { id: conversationId },
    );
    expect(conv).toMatchObject({ ended: false, assigneeId: null, client: { isDeleted: true } });
  });
});
