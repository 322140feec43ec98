import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { generateKey } from "../auth/key-format.ts";
import { grantCredits } from "../credits/add-credits.ts";
import { database } from "../db.ts";
import { archiveClient } from "../clients/archive-client.ts";
import { claimDue } from "../testing/claim-due.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { creditFacts, gateway } from "../testing/gateway.ts";

type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
let workspace: Workspace;
let integrationId: string;

beforeAll(async () => {
  workspace = await createTestWorkspace({ plan: "GATEWAY", credits: 1_000 });
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId));
});

const body = (more: Record<string, unknown> = {}) => ({
  workspaceId: workspace.workspaceId,
  integrationId,
  externalClientId: "customer-1",
  content: "Your parcel is on its way.",
  ...more,
});
const send = (more?: Record<string, unknown>, headers?: Record<string, string>) =>
  gateway(workspace.apiKey).send(body(more), headers);

/** Rows that a send writes. A refused send must leave none. */
async function written(workspaceId = workspace.workspaceId) {
  const where = { workspaceId };
  const db = database();
  return {
    messages: await db.message.count({ where }),
    convs: await db.conversation.count({ where }),
    clients: await db.client.count({ where }),
    queue: await db.sendQueue.count({ where }),
    entries: await db.creditEntry.count({ where }),
    events: await db.event.count({ where }),
    keys: await db.idempotencyKey.count({ where }),
    balance: (await db.creditAccount.findUniqueOrThrow({ where })).balance,
  };
}

describe("an accepted send", () => {
  test.each([{}, { content: undefined, templateName: "parcel" }])(
    "goes to the externalClientId that was named, whatever other ids the contact has (%j)",
    async (more) => {
      const { workspaceId } = workspace;
      const { clientId, conversationId } = await customerSystem(integrationId).text(`first-${randomUUID()}`, "Hello");
      const externalId = `second-${randomUUID()}`;
      const scope = `custom:${integrationId}`;
      await database().clientIdentity.create({ data: { workspaceId, scope, externalId, clientId } });
      const { status, body: answer } = await send({ externalClientId: externalId, ...more });
      expect(status).toBe(202);
      const sends = await claimDue();
      expect(sends.find(({ messageId }) => messageId === answer.messageId)).toMatchObject({
        convId: conversationId,
        message: { externalClientId: externalId },
      });
    },
  );

  test("answers 202 {messageId, status, creditsLeft}, and stores client, conversation, message and one reserved credit", async () => {
    const before = await creditFacts(workspace.workspaceId);
    const { status, body: answer } = await send({ externalClientId: "newcomer" });
    expect(status).toBe(202);
    expect(answer).toEqual({ messageId: expect.any(String), status: "pending", creditsLeft: before.balance - 1 });
    const message = await database().message.findFirstOrThrow({
      where: { id: answer.messageId },
      include: { client: { include: { identities: true } }, conversation: true, queued: true, credits: true },
    });
    expect(message).toMatchObject({
      type: "text",
      content: "Your parcel is on its way.",
      isAgent: true,
      status: "pending",
      agentId: null,
      client: {
        externalClientId: "newcomer",
        identities: [{ scope: `custom:${integrationId}`, externalId: "newcomer" }],
      },
      conversation: { integrationId, ended: false },
      queued: { costsCredits: true },
      credits: [{ kind: "reserve", delta: -1 }],
    });
    expect(await creditFacts(workspace.workspaceId)).toMatchObject({
      balance: before.balance - 1,
      sum: before.balance - 1,
      reserved: before.reserved + 1,
    });
  });

  test("tells NEW_CONV and OUTGOING_MESSAGE, and no NEW_CLIENT: that is for contacts who came by themselves", async () => {
    const { body: answer } = await send({ externalClientId: "told-of" });
    const { clientId } = await database().message.findFirstOrThrow({ where: { id: answer.messageId } });
    const events = await database().event.findMany({ where: { clientId }, orderBy: { seq: "asc" } });
    expect(events.map(({ name }) => name)).toEqual([
      "CLIENT_CHANGED",
      "NEW_CONV",
      "OUTGOING_MESSAGE",
      "MESSAGE_UPDATED_SMPP",
    ]);
  });

  test("goes into the client's open conversation, on whichever thread it is", async () => {
    const shop = customerSystem(integrationId);
    const { conversationId, clientId } = await shop.text("has-written", "Where is it?", { conversationId: "thread-9" });
    const { body: answer } = await send({ externalClientId: "has-written" });
    expect(await database().message.findFirstOrThrow({ where: { id: answer.messageId } })).toMatchObject({
      convId: conversationId,
      clientId,
      seq: 2,
    });
  });

  test("twice at once to a newcomer: one client, one conversation", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ externalClientId: "twice-at-once" })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(202));
    const where = { workspaceId: workspace.workspaceId, client: { externalClientId: "twice-at-once" } };
    expect(await database().conversation.count({ where })).toBe(1);
  });

  test("a contact made by hand with that externalClientId is the client", async () => {
    const client = await createTestClient(workspace.workspaceId, { externalClientId: "by-hand" });
    const { body: answer } = await send({ externalClientId: " by-hand " });
    expect((await database().message.findFirstOrThrow({ where: { id: answer.messageId } })).clientId).toBe(client.id);
  });

  test("on a channel of phone numbers any spelling finds the number's client", async () => {
    const whatsapp = await database().integration.create({
      data: {
        workspaceId: workspace.workspaceId,
        name: "WA",
        type: "WHATSAPP",
        state: "active",
        credentials: "-",
        templatesFetchedAt: new Date(),
      },
    });
    const known = {
      workspaceId: workspace.workspaceId,
      integrationId: whatsapp.id,
      language: "en",
      category: "UTILITY",
    };
    await database().messageTemplate.create({
      data: { ...known, id: "1", name: "order_sent", status: "APPROVED", components: [] },
    });
    const client = await createTestClient(workspace.workspaceId, { phone: "+48600100200" });
    for (const externalClientId of ["+48 600 100 200", "48600100200", "+48600100200"]) {
      const { status, body: answer } = await send({
        integrationId: whatsapp.id,
        externalClientId,
        content: undefined,
        templateName: "order_sent",
      });
      expect(status).toBe(202);
      expect((await database().message.findFirstOrThrow({ where: { id: answer.messageId } })).clientId).toBe(client.id);
    }
    const made = await send({
      integrationId: whatsapp.id,
      externalClientId: "48 600 100 201",
      content: null,
      templateName: "order_sent",
    });
    const { clientId } = await database().message.findFirstOrThrow({ where: { id: made.body.messageId } });
    expect(await database().client.findFirstOrThrow({ where: { id: clientId } })).toMatchObject({
      phone: "+48600100201",
      country: "PL",
    });
    const unknown = await send({
      integrationId: whatsapp.id,
      externalClientId: "48600100200",
      content: null,
      templateName: "x",
    });
    expect([unknown.status, unknown.body.error?.fields?.[0]?.path]).toEqual([422, "templateName"]);
    const refused = await send({ integrationId: whatsapp.id, externalClientId: "not a number" });
    expect([refused.status, refused.body.error?.fields?.[0]?.path]).toEqual([422, "externalClientId"]);
    // Free text to a contact who has not written in the last 24 hours.
    const before = await written();
    const late = await send({ integrationId: whatsapp.id, externalClientId: "48600100299" });
    expect([late.status, late.body.error?.code]).toEqual([422, "REPLY_WINDOW_CLOSED"]);
    expect(await written()).toEqual(before);
  });

  test("a template leaves with name, language and components filled, trunk and sender beside them", async () => {
    await createTestClient(workspace.workspaceId, { externalClientId: "carla", name: "Carla" });
    const { status, body: answer } = await send({
      externalClientId: "carla",
      content: undefined,
      type: "template",
      templateName: "welcome",
      templateLang: "en",
      templateComponents: [{ type: "body", text: "Hello {{name}}, {{unknown}}" }],
      senderId: "SHOP",
      trunk: "t-1",
    });
    expect(status).toBe(202);
    expect(await database().message.findFirstOrThrow({ where: { id: answer.messageId } })).toMatchObject({
      type: "template",
      content: "welcome",
      template: {
        name: "welcome",
        language: "en",
        components: [{ type: "body", text: "Hello Carla, {{unknown}}" }],
        senderId: "SHOP",
        trunk: "t-1",
      },
    });
  });

  test.each([
    ["image", "https://example.com/a.png"],
    ["document", "https://example.com/a.pdf"],
    ["location", JSON.stringify({ latitude: 52.2, longitude: 21 })],
    ["interactive", JSON.stringify({ body: "Choose", buttons: [{ id: "a", title: "A" }] })],
  ])("of type %s is taken as addMessage takes it", async (type, content) => {
    const { status, body: answer } = await send({ type, content });
    expect(status).toBe(202);
    expect((await database().message.findFirstOrThrow({ where: { id: answer.messageId } })).type).toBe(type);
  });
});

describe("who may send", () => {
  test("no key, a made-up one, a deleted one: 401 Invalid API key", async () => {
    const api = workspace.api;
    const { id, key } = await api.ok<{ id: string; key: string }>(
      "mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key } }",
      { label: "short-lived" },
    );
    await api.ok("mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { id } }", { id });
    for (const authorization of [null, "", generateKey(), "svck_nonsense", key]) {
      const { status, body: answer } = await gateway(authorization).send(body());
      expect([status, answer.error]).toEqual([401, { code: "UNAUTHENTICATED", message: "Invalid API key" }]);
    }
  });

  test("a bearer token, the owner's own portal session among them: 401 Your token is invalid or expired", async () => {
    const { token } = await createTestMember(workspace.workspaceId, "ADMIN");
    for (const authorization of [`Bearer ${workspace.apiKey}`, `Bearer ${token}`, "Bearer x"]) {
      const { status, body: answer } = await gateway(authorization).send(body());
      expect([status, answer.error]).toEqual([
        401,
        {
          ...{ code: "INVALID_TOKEN", message: "Your token is invalid or expired" },
          ...(authorization.includes("svck_") && { hint: "This is an API key: send it without Bearer" }),
        },
      ]);
    }
    const cookie = await gateway(null).send(body(), { cookie: `next-auth.session-token=${token}` });
    expect([cookie.status, cookie.body.error?.message]).toEqual([401, "Invalid API key"]);
  });

  test("no workspaceId: its own sentence, whatever else is wrong; a string is no number", async () => {
    for (const workspaceId of [undefined, null]) {
      const { status, body: answer } = await send({ workspaceId, integrationId: 7 });
      expect([status, answer.error]).toEqual([
        400,
        {
          code: "MISSING_WORKSPACE_ID",
          message: "Your request does not have workspaceId in GraphQL variables",
          hint: "Send workspaceId, a number, in the body",
        },
      ]);
    }
    const { status, body: answer } = await send({ workspaceId: String(workspace.workspaceId) });
    expect([status, answer.error?.code, answer.error?.fields?.[0]?.path]).toEqual([422, "BAD_INPUT", "workspaceId"]);
  });

  test("another workspace: 403 with the contract's sentence, also for one that does not exist", async () => {
    const other = await createTestWorkspace({ plan: "GATEWAY", credits: 10 });
    for (const workspaceId of [other.workspaceId, 987_654, 1.5, -1, 1e12]) {
      const { status, body: answer } = await send({ workspaceId, integrationId: 7 });
      expect([status, answer.error]).toEqual([
        403,
        {
          code: "FORBIDDEN_WORKSPACE",
          message: "You do not have permission to access this resource using that API key",
        },
      ]);
    }
  });

  test.each(["FREE", "BASIC", "PREMIUM"] as const)("%s is not the Gateway plan: 403 PLAN_REQUIRED", async (plan) => {
    const inbox = await createTestWorkspace({ plan });
    const wrong = { workspaceId: inbox.workspaceId, integrationId: 7 };
    const { status, body: answer } = await gateway(inbox.apiKey).send(wrong);
    expect([status, answer.error?.code]).toEqual([403, "PLAN_REQUIRED"]);
    expect(answer.error?.message).toContain("Gateway plan");
  });

  test("a key linked to an agent sends as its agent, but not into another agent's conversation", async () => {
    const ana = await createTestAgentKey(workspace.workspaceId, "Ana");
    const ben = await createTestAgentKey(workspace.workspaceId, "Ben");
    const { status, body: answer } = await gateway(ana.key).send(body({ externalClientId: "of-ben" }));
    expect(status).toBe(202);
    const message = await database().message.findFirstOrThrow({ where: { id: answer.messageId } });
    expect(message.agentId).toBe(ana.agentId);
    await database().conversation.updateMany({ where: { id: message.convId }, data: { assigneeId: ben.agentId } });
    const before = await written();
    const refused = await gateway(ana.key).send(body({ externalClientId: "of-ben" }));
    expect([refused.status, refused.body.error?.code]).toEqual([409, "CONFLICT"]);
    expect(await written()).toEqual(before);
    expect((await gateway(ben.key).send(body({ externalClientId: "of-ben" }))).status).toBe(202);
    expect((await send({ externalClientId: "of-ben" })).status).toBe(202);
  });
});

describe("what is refused", () => {
  test.each([
    ["no JSON type", 415, { "content-type": "text/plain" }, "{}"],
    ["no JSON", 400, {}, "{"],
    ["no object", 400, {}, "[]"],
    ["more than 256 KiB", 413, {}, JSON.stringify({ content: "x".repeat(300 * 1024) })],
  ])("%s: %d", async (_, status, headers, text) => {
    const answer = await gateway(workspace.apiKey).send(text, headers as Record<string, string>);
    expect([answer.status, answer.body.error?.code]).toEqual([status, "BAD_INPUT"]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no integrationId", { integrationId: undefined }, "integrationId"],
    ["an integrationId that is no text", { integrationId: 7 }, "integrationId"],
    ["no externalClientId", { externalClientId: undefined }, "externalClientId"],
    ["a blank externalClientId", { externalClientId: "  " }, "externalClientId"],
    ["a number for it", { externalClientId: 7 }, "externalClientId"],
    ["a far too long one", { externalClientId: "x".repeat(256) }, "externalClientId"],
    ["neither content nor template", { content: undefined }, "content"],
    ["blank content", { content: " \n" }, "content"],
    ["4,097 characters", { content: "x".repeat(4_097) }, "content"],
    ["NUL in it", { content: "a\u0000b" }, "content"],
    ["both content and template", { templateName: "welcome" }, "content"],
    ["a note", { type: "note" }, "type"],
    ["an unknown type", { type: "fax" }, "type"],
    ["a field that does not exist", { contents: "Hello" }, "contents"],
    ["type template without a name", { type: "template", content: undefined }, "templateName"],
    ["another type with a template", { type: "text", content: undefined, templateName: "welcome" }, "type"],
    ["components without a template", { templateComponents: [] }, "templateComponents"],
    [
      "NUL in components",
      { content: undefined, templateName: "t", templateComponents: ["\u0000"] },
      "templateComponents",
    ],
    ["an image that is no address", { type: "image", content: "not an address" }, "content"],
    ["a location that is no JSON", { type: "location", content: "Warsaw" }, "content"],
  ])("%s: 422 that names the field, and nothing stored", async (_, wrong, path) => {
    const before = await written();
    const { status, body: answer } = await send(wrong, { "idempotency-key": "refused" });
    expect([status, answer.error?.code]).toEqual([422, "BAD_INPUT"]);
    expect(answer.error?.fields?.map((field) => field.path)).toContain(path);
    expect(await written()).toEqual(before);
  });

  test("a channel that does not exist, is deleted or another workspace's: 404 in the same words", async () => {
    const other = await createTestWorkspace({ plan: "GATEWAY" });
    const foreign = await createTestIntegration(other.workspaceId);
    const gone = await createTestIntegration(workspace.workspaceId);
    await database().integration.updateMany({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    const before = await written();
    for (const id of [crypto.randomUUID(), "no-uuid", foreign.id, gone.id]) {
      const { status, body: answer } = await send({ integrationId: id });
      expect([status, answer.error]).toEqual([404, { code: "NOT_FOUND", message: "Integration not found" }]);
    }
    expect(await written()).toEqual(before);
  });

  test("a template on a channel without them, an archived client, a channel that is switched off", async () => {
    const telegram = await database().integration.create({
      data: { workspaceId: workspace.workspaceId, name: "TG", type: "TELEGRAM", state: "active", credentials: "-" },
    });
    const client = await createTestClient(workspace.workspaceId, { externalClientId: "archived" });
    await archiveClient(workspace.ctx, { id: client.id });
    const off = await createTestIntegration(workspace.workspaceId);
    await setIntegrationState(workspace.ctx, { id: off.id, state: "disabled" });
    const before = await written();
    const refusals = [
      await send({ integrationId: telegram.id, content: undefined, templateName: "welcome" }),
      await send({ externalClientId: "archived" }),
      await send({ integrationId: off.id }),
    ];
    expect(refusals.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [422, "BAD_INPUT"],
      [409, "CLIENT_ARCHIVED"],
      [409, "CHANNEL_INACTIVE"],
    ]);
    expect(await written()).toEqual(before);
  });

  test("media that names an upload which nobody could open: 422, and nothing is written", async () => {
    const input = { workspaceId: workspace.workspaceId, contentType: "application/pdf", purpose: "media" };
    const CREATE = "mutation ($input: UploadCreateInput!) { createUpload(input: $input) { url } }";
    const { url } = await workspace.api.ok<{ url: string }>(CREATE, input);
    const before = await written();
    const message = "content names an upload that is not there; PUT the file to its uploadUrl first";
    expect(await send({ type: "document", content: url })).toMatchObject({
      status: 422,
      body: { error: { message, fields: [{ path: "content" }] } },
    });
    expect(await written()).toEqual(before);
  });

  test("no credits: 402, after the channel and the body were found right", async () => {
    const poor = await createTestWorkspace({ plan: "GATEWAY" });
    const { id } = await createTestIntegration(poor.workspaceId);
    const before = await written(poor.workspaceId);
    const ask = (more: object) =>
      gateway(poor.apiKey).send(body({ workspaceId: poor.workspaceId, integrationId: id, ...more }));
    const { status, body: answer } = await ask({});
    expect([status, answer.error?.code]).toEqual([402, "INSUFFICIENT_CREDITS"]);
    expect(answer.error?.message).toContain("buy a pack");
    expect((await ask({ integrationId: crypto.randomUUID() })).status).toBe(404);
    expect((await ask({ content: "" })).status).toBe(422);
    expect(await written(poor.workspaceId)).toEqual(before);
  });
});

describe("Idempotency-Key", () => {
  test("fifty parallel sends under one key are one message, one credit, and one answer", async () => {
    const before = await written();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ externalClientId: "once" }, { "idempotency-key": "order-1" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body: answer }) => JSON.stringify(answer))).size).toBe(1);
    const after = await written();
    expect([after.messages, after.balance, after.keys]).toEqual([
      before.messages + 1,
      before.balance - 1,
      before.keys + 1,
    ]);
  });

  test("the same key with another body: 409; another key's caller and another workspace are on their own", async () => {
    expect((await send({ content: "Hello" }, { "idempotency-key": "order-2" })).status).toBe(202);
    const { status, body: answer } = await send({ content: "Hallo" }, { "idempotency-key": "order-2" });
    expect([status, answer.error?.code]).toEqual([409, "CONFLICT"]);
    const ana = await createTestAgentKey(workspace.workspaceId);
    expect((await gateway(ana.key).send(body({ content: "Hallo" }), { "idempotency-key": "order-2" })).status).toBe(
      202,
    );
  });

  test("nothing is kept of a send that was refused for want of credits: after buying, the same request passes", async () => {
    const poor = await createTestWorkspace({ plan: "GATEWAY" });
    const { id } = await createTestIntegration(poor.workspaceId);
    const ask = () =>
      gateway(poor.apiKey).send(body({ workspaceId: poor.workspaceId, integrationId: id }), { "idempotency-key": "k" });
    expect((await ask()).status).toBe(402);
    expect(await database().idempotencyKey.count({ where: { workspaceId: poor.workspaceId } })).toBe(0);
    await grantCredits(poor.ctx, { credits: 1 });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, first.body]).toEqual([202, second.body]);
    expect(first.body.creditsLeft).toBe(0);
  });

  test("a key of more than 255 characters: 422", async () => {
    expect((await send({}, { "idempotency-key": "k".repeat(256) })).status).toBe(422);
  });
});
