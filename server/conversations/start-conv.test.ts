import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { api as apiOf } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { claimDue } from "../testing/claim-due.ts";

const START = `mutation ($input: ConvStartInput!) { startConv(input: $input) {
  id workspaceId integrationId integrationType clientId ended createdAt assigneeId aiId messages client } }`;
const NOTIFY = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) {
  messageId convId clientId integrationId content type isAgent agentId status externalMessageId tags createdAt } }`;

type Conv = { id: string; clientId: string; assigneeId: string | null; ended: boolean; createdAt: string };
type Sent = { messageId: string; convId: string; clientId: string; createdAt: string };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let api: typeof workspace.api;
let integrationId: string;
let clientId: string;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId, api } = workspace);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ id: clientId } = await createTestClient(workspaceId, { externalClientId: "maria", name: "Maria" }));
});

const input = (more: Record<string, unknown> = {}) => ({ integrationId, clientId, templateName: "welcome", ...more });

const counts = async () => {
  const where = { where: { workspaceId } };
  const db = database();
  return Promise.all([
    db.client.count(where),
    db.conversation.count(where),
    db.message.count(where),
    db.sendQueue.count(where),
    db.event.count(where),
  ]);
};
/** Both operations must refuse it with the same text, and store nothing. */
async function refused(more: Record<string, unknown>, caller = api) {
  const before = await counts();
  const refusal = await caller.refusal(START, input(more));
  expect(await caller.refusal(NOTIFY, input(more))).toEqual(refusal);
  expect(await counts()).toEqual(before);
  return refusal;
}

const events = async (convId: string) =>
  database().event.findMany({ where: { workspaceId, convId }, orderBy: { seq: "asc" } });

describe("startConv", () => {
  test("opens a conversation with a template, which is queued and told: NEW_CONV, then OUTGOING_MESSAGE", async () => {
    const conv = await api.ok<Conv & { messages: Record<string, unknown>[] }>(
      START,
      input({ templateLang: "pt", templateComponents: [{ type: "body", text: "Olá {{name}} {{nope}}" }] }),
    );
    expect(conv).toMatchObject({
      workspaceId,
      integrationId,
      integrationType: "CUSTOM",
      clientId,
      ended: false,
      assigneeId: null,
      client: { name: "Maria", isDeleted: false },
      messages: [{ type: "template", content: "welcome", isAgent: true, status: "pending" }],
    });
    const message = await database().message.findFirstOrThrow({ where: { workspaceId, convId: conv.id } });
    expect(message).toMatchObject({
      type: "template",
      content: "welcome",
      seq: 1,
      template: { name: "welcome", language: "pt", components: [{ type: "body", text: "Olá Maria {{nope}}" }] },
    });
    const [queued] = await database().sendQueue.findMany({ where: { workspaceId } });
    expect(queued).toMatchObject({ messageId: message.id, integrationId, convId: conv.id, priority: 1 });
    const hours = ((queued?.giveUpAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    const told = await events(conv.id);
    expect(told.map(({ name }) => name)).toEqual(["NEW_CONV", "OUTGOING_MESSAGE", "MESSAGE_UPDATED_SMPP"]);
    const payload = {
      workspaceId,
      type: "template",
      content: "welcome",
      messageId: message.id,
      integrationId,
      integrationType: "CUSTOM",
      externalClientId: "maria",
      isAgent: true,
      conversationId: conv.id,
      clientId,
      createdAt: message.createdAt.toISOString(),
    };
    expect(told.slice(0, 2).map((event) => event.payload)).toEqual([
      { event: "NEW_CONV", ...payload, dormant: true },
      { event: "OUTGOING_MESSAGE", ...payload },
    ]);
    expect(told[2]?.payload).toEqual({ message_id: message.id, status: "ENROUTE" });
    const names = await database().event.findMany({ where: { workspaceId }, select: { name: true } });
    expect(names.map(({ name }) => name)).not.toContain("NEW_CLIENT");
  });

  test("writes into the client's open conversation if there is one, and opens a new one after an ended one", async () => {
    const open = await customerSystem(integrationId).text("maria", "Hello", { conversationId: "thread-9" });
    const into = await api.ok<Conv>(START, input({ clientId: open.clientId }));
    expect(into.id).toBe(open.conversationId);
    expect((await events(into.id)).map(({ name }) => name)).toEqual([
      "NEW_CONV",
      "INCOMING_MESSAGE",
      "OUTGOING_MESSAGE",
      "MESSAGE_UPDATED_SMPP",
    ]);
    await database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } });
    const next = await api.ok<Conv>(START, input({ clientId: open.clientId }));
    expect(next).toMatchObject({ ended: false });
    expect(next.id).not.toBe(open.conversationId);
  });

  test("is assigned when the client answers, by the channel's routing, the client's own agent first", async () => {
    const [ana, bo] = [await createTestAgentKey(workspaceId, "Ana"), await createTestAgentKey(workspaceId, "Bo")];
    await database().integration.updateMany({
      where: { id: integrationId },
      data: { properties: { start: "AGENT", assigneeId: ana.agentId } },
    });
    const own = await createTestClient(workspaceId, { externalClientId: "own", defaultAgentId: bo.agentId });
    for (const [client, name, agentId] of [
      [clientId, "maria", ana.agentId],
      [own.id, "own", bo.agentId],
    ] as const) {
      const started = await api.ok<Conv>(START, input({ clientId: client }));
      expect(started.assigneeId).toBeNull();
      const answer = await customerSystem(integrationId).text(name, "Hello");
      expect(answer).toMatchObject({ conversationId: started.id, clientId: client });
      expect(
        await database().convAssignment.findMany({ where: { convId: started.id }, select: { agentId: true } }),
      ).toEqual([{ agentId }]);
    }
  });
});

describe("sendNotification", () => {
  test("answers the message, the agent's for an agent-linked key", async () => {
    const sent = await api.ok<Sent>(NOTIFY, input({ templateComponents: [] }));
    expect(sent).toMatchObject({
      clientId,
      integrationId,
      content: "welcome",
      type: "template",
      isAgent: true,
      agentId: null,
      status: "pending",
      externalMessageId: null,
      tags: [],
    });
    const ana = await createTestAgentKey(workspaceId);
    const second = await ana.api.ok<Sent>(NOTIFY, input());
    expect(second).toMatchObject({ convId: sent.convId, agentId: ana.agentId });
  });

  test("keeps trunk and senderId with the message, and leaves them out where they were", async () => {
    const template = async (more: Record<string, unknown>) => {
      const { messageId } = await api.ok<Sent>(NOTIFY, input(more));
      return (await database().message.findFirstOrThrow({ where: { id: messageId } })).template;
    };
    expect(await template({ trunk: " t-1 ", senderId: "Shop" })).toEqual({
      name: "welcome",
      language: null,
      components: null,
      trunk: "t-1",
      senderId: "Shop",
    });
    expect(await template({ trunk: "", senderId: null })).toEqual({
      name: "welcome",
      language: null,
      components: null,
    });
  });

  test.each(["WHATSAPP", "WA_GATEWAY"] as const)(
    "on %s passes while the reply window is closed, where free text does not",
    async (type) => {
      const { id: convId } = await createTestConv(workspaceId, { integrationId, clientId });
      await database().integration.updateMany({ where: { workspaceId }, data: { type } });
      await database().client.updateMany({ where: { id: clientId }, data: { phone: "+34612345678" } });
      await database().conversation.updateMany({
        where: { id: convId },
        data: { lastClientMessageAt: new Date(Date.now() - 25 * 3_600_000) },
      });
      const add = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
      expect((await api.refusal(add, { integrationId, convId, content: "Hi", type: "text" })).code).toBe(
        "REPLY_WINDOW_CLOSED",
      );
      expect(await api.ok(NOTIFY, input({ templateName: "otp" }))).toMatchObject({ convId, status: "pending" });
      // Our template does not open a reply window either.
      expect((await api.refusal(add, { integrationId, convId, content: "Hi", type: "text" })).code).toBe(
        "REPLY_WINDOW_CLOSED",
      );
    },
  );
});

describe("the client", () => {
  test("is the one of clientId, whatever phone says", async () => {
    const sent = await api.ok<Sent>(NOTIFY, input({ phone: "no number at all" }));
    expect(sent.clientId).toBe(clientId);
  });

  test("neither clientId nor phone says what to give", async () => {
    expect(await refused({ clientId: undefined })).toEqual({
      code: "BAD_INPUT",
      message: "Say whom to write to: give clientId, or the contact's phone number",
      paths: ["input.clientId", "input.phone"],
    });
    expect((await refused({ clientId: null, phone: "" })).code).toBe("BAD_INPUT");
  });

  test.each(["+34 612 34 56 78", "34612345678", "+34612345678"])("is found by phone written %s", async (phone) => {
    const { id } = await createTestClient(workspaceId, { phone: "+34612345678" });
    expect((await api.ok<Sent>(NOTIFY, input({ clientId: undefined, phone }))).clientId).toBe(id);
  });

  test("is found by phone identity first, then as externalClientId, then by number; an archived one last", async () => {
    const find = async () => (await api.ok<Sent>(NOTIFY, input({ clientId: null, phone: "+34612345678" }))).clientId;
    const archived = await createTestClient(workspaceId, { phone: "+34612345678" });
    await database().client.update({
      where: { workspaceId_id: { workspaceId, id: archived.id } },
      data: { deletedAt: new Date() },
    });
    expect((await api.refusal(NOTIFY, input({ clientId: null, phone: "+34612345678" }))).code).toBe("CLIENT_ARCHIVED");
    const byNumber = await createTestClient(workspaceId, { phone: "+34612345678" });
    expect(await find()).toBe(byNumber.id);
    const byExternalId = await createTestClient(workspaceId, { externalClientId: "34612345678" });
    expect(await find()).toBe(byExternalId.id);
    const byIdentity = await createTestClient(workspaceId, { externalClientId: "somebody" });
    await database().clientIdentity.create({
      data: { workspaceId, scope: "phone", externalId: "34612345678", clientId: byIdentity.id },
    });
    expect(await find()).toBe(byIdentity.id);
  });

  test("named by phone is written to at that number, whatever others they have; sent again, to the same", async () => {
    await database().integration.updateMany({ where: { workspaceId }, data: { type: "WHATSAPP" } });
    const { id } = await createTestClient(workspaceId, { phone: "+34612345678" });
    await database().clientIdentity.create({
      data: { workspaceId, scope: "phone", externalId: "34699999999", clientId: id },
    });
    const addresses = async (...ids: string[]) => {
      await database().sendQueue.updateMany({ where: { workspaceId }, data: { leaseToken: null, leaseUntil: null } });
      const sends = (await claimDue()).filter(({ messageId }) => ids.includes(messageId));
      return sends.map(({ message }) => message.externalClientId);
    };
    const byPhone = await api.ok<Sent>(NOTIFY, input({ clientId: undefined, phone: "+34 612 345 678" }));
    expect(await addresses(byPhone.messageId)).toEqual(["+34612345678"]);
    await database().sendQueue.deleteMany({ where: { workspaceId } });
    await database().message.updateMany({ where: { id: byPhone.messageId }, data: { status: "failed" } });
    const resend = "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }";
    const again = await api.ok<Sent>(resend, { messageId: byPhone.messageId });
    expect(await addresses(again.messageId)).toEqual(["+34612345678"]);
    await database().sendQueue.deleteMany({ where: { workspaceId } });
    const byId = await api.ok<Sent>(NOTIFY, input({ clientId: id }));
    expect(await addresses(byId.messageId)).toEqual(["34699999999"]);
  });

  test("of an unknown phone is made: number and country in place, and no NEW_CLIENT", async () => {
    const sent = await api.ok<Sent>(NOTIFY, input({ clientId: undefined, phone: "+351 912 345 678" }));
    const client = await database().client.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: sent.clientId } },
      include: { identities: true },
    });
    expect(client).toMatchObject({
      externalClientId: "+351912345678",
      phone: "+351912345678",
      country: "PT",
      name: null,
      identities: [],
    });
    const names = (await database().event.findMany({ where: { workspaceId } })).map(({ name }) => name);
    expect(names).not.toContain("NEW_CLIENT");
    // A later sender with that number is the same contact.
    const { resolveSender } = await import("../clients/client-identities.ts");
    const { client: sender, created } = await resolveSender(workspace.ctx, {
      scope: "phone",
      externalId: "351912345678",
      profile: {},
    });
    expect({ id: sender.id, created }).toEqual({ id: client.id, created: false });
  });

  test("20 parallel calls for one unknown phone make one contact and one conversation", async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => api.ok<Sent>(NOTIFY, input({ clientId: undefined, phone: "+351912345678" }))),
    );
    expect(new Set(sent.map((each) => each.clientId)).size).toBe(1);
    expect(new Set(sent.map(({ convId }) => convId)).size).toBe(1);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(20);
    expect(await database().client.count({ where: { workspaceId } })).toBe(2);
    expect(await database().event.count({ where: { workspaceId, name: "NEW_CONV" } })).toBe(1);
  });

  test.each([
    ["garbage", "call me"],
    ["too short", "+3461"],
    ["no country", "00"],
  ])("with a phone that is none (%s) is refused with the reason", async (_, phone) => {
    const refusal = await refused({ clientId: undefined, phone });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: ["input.phone"] });
    expect(refusal.message).toMatch(/^This phone number cannot be used: ./);
  });

  test("by phone needs MANAGE_CLIENTS, known or not: a masked number cannot be found out by trying", async () => {
    await createTestClient(workspaceId, { phone: "+34612345678" });
    const agent = await createTestMember(workspaceId, "AGENT");
    for (const phone of ["+34612345678", "+351912345678"]) {
      expect(await refused({ clientId: undefined, phone }, agent.api)).toEqual({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
        paths: [],
      });
    }
    expect(await agent.api.ok(START, input())).toMatchObject({ clientId });
    const plus = await createTestMember(workspaceId, "AGENT_PLUS");
    expect(await plus.api.ok(NOTIFY, input({ clientId: null, phone: "+351912345678" }))).toMatchObject({
      status: "pending",
    });
  });

  test("who cannot be reached on the channel is refused, not failed later", async () => {
    await database().integration.updateMany({ where: { workspaceId }, data: { type: "WHATSAPP" } });
    expect(await refused({})).toEqual({
      code: "BAD_INPUT",
      message:
        "This contact cannot be reached on the channel Shop: they have never written there, and have no number or id that it could use",
      paths: ["input.clientId"],
    });
    await database().client.updateMany({ where: { id: clientId }, data: { phone: "+34612345678" } });
    expect(await api.ok(NOTIFY, input())).toMatchObject({ status: "pending" });
  });

  test("known from another channel is not taken for this channel's customer of the same id", async () => {
    await database().clientIdentity.create({
      data: { workspaceId, scope: "telegram", externalId: "maria", clientId },
    });
    expect((await refused({})).paths).toEqual(["input.clientId"]);
    await database().clientIdentity.create({
      data: { workspaceId, scope: `custom:${integrationId}`, externalId: "shop-maria", clientId },
    });
    expect(await api.ok(START, input())).toMatchObject({ clientId });
  });

  test("who is archived gets nothing", async () => {
    await database().client.updateMany({ where: { id: clientId }, data: { deletedAt: new Date() } });
    expect((await refused({})).code).toBe("CLIENT_ARCHIVED");
  });

  test("or channel of another workspace, or of no id, is not found", async () => {
    const other = await createTestWorkspace();
    const theirs = await createTestClient(other.workspaceId);
    const foreign = await createTestIntegration(other.workspaceId);
    for (const more of [
      { clientId: theirs.id },
      { clientId: "none" },
      { integrationId: foreign.id },
      { integrationId: "x" },
    ]) {
      expect((await refused(more)).code).toBe("NOT_FOUND");
    }
  });
});

describe("the conversation of another agent", () => {
  test("takes no message of an agent, but of who manages conversations, of its own agent, and of all when it is nobody's", async () => {
    const [ana, bo] = [await createTestAgentKey(workspaceId, "Ana"), await createTestAgentKey(workspaceId, "Bo")];
    const conv = await createTestConv(workspaceId, { integrationId, clientId, assigneeId: ana.agentId });
    expect(await refused({}, bo.api)).toEqual({
      code: "CONFLICT",
      message:
        "This contact has an open conversation on this channel that belongs to another agent; ask for it to be assigned to you",
      paths: [],
    });
    for (const caller of [ana.api, api]) expect(await caller.ok(START, input())).toMatchObject({ id: conv.id });
    await database().conversation.updateMany({ where: { id: conv.id }, data: { assigneeId: null } });
    expect(await bo.api.ok(START, input())).toMatchObject({ id: conv.id });
  });
});

describe("the channel", () => {
  test.each(["disabled", "pending"] as const)(
    "that is %s refuses; one in error keeps the message waiting",
    async (state) => {
      await database().integration.updateMany({ where: { workspaceId }, data: { state } });
      expect((await refused({})).code).toBe("CHANNEL_INACTIVE");
      await database().integration.updateMany({ where: { workspaceId }, data: { state: "error" } });
      expect(await api.ok(NOTIFY, input())).toMatchObject({ status: "pending" });
    },
  );

  const none = (type: string) => `${type} channels have no templates; send a message with addMessage`;
  test.each([
    ["TELEGRAM", none("TELEGRAM")],
    ["WEBCHAT", none("WEBCHAT")],
    ["INSTAGRAM", none("INSTAGRAM")],
    ["FACEBOOK", "This FACEBOOK channel sends no templates; switch on its utility messages first"],
  ] as const)("%s has no templates and says so", async (type, message) => {
    await database().integration.updateMany({ where: { workspaceId }, data: { type } });
    expect(await refused({})).toEqual({
      code: "BAD_INPUT",
      message,
      paths: ["input.templateName"],
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["an empty name", { templateName: " " }, "input.templateName"],
    ["a name of 201 characters", { templateName: "x".repeat(201) }, "input.templateName"],
    ["NUL in a component", { templateComponents: [{ text: "a\u0000" }] }, "input.templateComponents.0.text"],
    ["components of 65 KiB", { templateComponents: ["x".repeat(65 * 1024)] }, "input.templateComponents"],
    ["components 70 levels deep", { templateComponents: deep(70) }, "input.templateComponents"],
  ])("refuses a template with %s", async (_, more, path) => {
    expect(await refused(more)).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  });

  test("half an emoji in a component is mended, not refused", async () => {
    const { messageId } = await api.ok<Sent>(NOTIFY, input({ templateComponents: { text: "cut \ud83d" } }));
    const { template } = await database().message.findFirstOrThrow({ where: { id: messageId } });
    expect(template).toMatchObject({ components: { text: "cut \ufffd" } });
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? "x" : [deep(levels - 1)];
}

test("a Gateway workspace has no inbox: PLAN_REQUIRED for both", async () => {
  const gateway = await createTestWorkspace({ plan: "GATEWAY" });
  for (const operation of [START, NOTIFY]) {
    expect(await gateway.api.refusal(operation, input())).toMatchObject({
      code: "PLAN_REQUIRED",
      message: "The team inbox is not part of the Gateway plan; send messages with POST /core/v1/messages",
    });
  }
});

describe("Idempotency-Key", () => {
  const post = async (query: string, key: string, more: Record<string, unknown> = {}) => {
    const { data, errors } = await apiOf({ key: workspace.apiKey }, workspaceId).post(
      { query, variables: { input: { workspaceId, ...input(more) } } },
      { "idempotency-key": key },
    );
    return { answer: data && (Object.values(data)[0] as unknown as Conv & Sent), code: errors[0]?.extensions.code };
  };

  test("20 parallel calls with one key for an unknown phone: one contact, one conversation, one message, one answer", async () => {
    for (const [query, phone] of [
      [START, "+351912345678"],
      [NOTIFY, "+351912345679"],
    ] as const) {
      const before = await counts();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post(query, `k-${phone}`, { clientId: undefined, phone })),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.code).toBeUndefined();
      // CLIENT_CHANGED, NEW_CONV, OUTGOING_MESSAGE, MESSAGE_UPDATED_SMPP
      expect((await counts()).map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 1, 1, 4]);
    }
  });

  test("another input is CONFLICT, another operation too, and nothing is kept of a refused one", async () => {
    expect(await post(NOTIFY, "k-1", { templateName: "" })).toMatchObject({ code: "BAD_INPUT" });
    const first = await post(NOTIFY, "k-1");
    expect(first.answer?.messageId).toEqual(expect.any(String));
    expect(await post(NOTIFY, "k-1", { templateName: "other" })).toMatchObject({ code: "CONFLICT" });
    expect(await post(START, "k-1")).toMatchObject({ code: "CONFLICT" });
    expect(await post(NOTIFY, "k-1")).toEqual(first);
    // The repeated request gets the first response, even if the channel would refuse by now.
    await database().integration.updateMany({ where: { workspaceId }, data: { state: "disabled" } });
    expect(await post(NOTIFY, "k-1")).toEqual(first);
  });
});
