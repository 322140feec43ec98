import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { ISO, UUID, wholeAnswers, type Field, type Json } from "../testing/contract/whole-answers.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { coreSchema } from "./schema.ts";

// The second half of contract-resources.test.ts: conversations, channels, settings and webhooks.
let call: ReturnType<typeof wholeAnswers>["call"];
let first: ReturnType<typeof wholeAnswers>["first"];
let refusal: ReturnType<typeof wholeAnswers>["refusal"];
let workspaceId: number, integrationId: string;

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call, first, refusal } = wholeAnswers(coreSchema, workspace.api));
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

const valuesOf = (name: string): string[] => {
  const type = coreSchema.getType(name);
  return type && "getValues" in type
    ? type
        .getValues()
        .map((value) => value.name)
        .sort()
    : [];
};

describe("Conversation", () => {
  let conv: Json, ended: Json, stage: Json, agent: Json, clientId: string;
  beforeAll(async () => {
    const clientInfo = { name: "Maria", surname: "Silva", code: "C-7", phone: "+5511998765432" };
    const ids = await customerSystem(integrationId).text("maria", "Hello", { conversationId: "thread-1", clientInfo });
    ({ clientId } = ids);
    const place = { integrationId, convId: ids.conversationId };
    stage = await call("createTag", { type: "convStage", tag: "Complaint" });
    agent = await call("createAgent", { userId: "u", name: "Bo", email: "bo@example.com" });
    await call("patchConv", { ...place, stageId: stage.id, orderNo: "INV-7" });
    await call("tagConv", { ...place, tags: ["urgent"] });
    await call("assignConv", { ...place, agentId: agent.id });
    conv = await call("conv", { id: ids.conversationId });
    const other = await customerSystem(integrationId).text("bo", "Bye");
    ended = await call("endConv", { integrationId, convId: other.conversationId });
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(conv.workspaceId).toBe(workspaceId)],
    ["id", () => expect(conv.id).toMatch(UUID)],
    ["integrationId", () => expect(conv.integrationId).toBe(integrationId)],
    ["integrationType", () => expect(conv.integrationType).toBe("CUSTOM")],
    ["clientId", () => expect(conv.clientId).toBe(clientId)],
    [
      "messages",
      () => {
        expect(conv.messages).toContainEqual(
          expect.objectContaining({
            content: "Hello",
            type: "text",
            isAgent: false,
            messageId: expect.stringMatching(UUID),
          }),
        );
      },
    ],
    [
      "client",
      async () => {
        const shown = { name: "Maria", surname: "Silva", code: "C-7", phone: "+5511998765432" };
        expect(conv.client).toEqual({ ...shown, isDeleted: false });
        await call("archiveClient", { id: clientId });
        expect(await call("conv", { id: conv.id })).toMatchObject({ client: { ...shown, isDeleted: true } });
        await call("unarchiveClient", { id: clientId });
      },
    ],
    [
      "stageId",
      async () => {
        expect(conv.stageId).toBe(stage.id);
        expect(await first("convs", { stageId: stage.id })).toMatchObject({ id: conv.id });
      },
    ],
    ["orderNo", () => expect(conv.orderNo).toBe("INV-7")],
    ["ended", () => expect([conv.ended, ended.ended]).toEqual([false, true])],
    ["endedBy", () => expect([conv.endedBy, ended.endedBy]).toEqual([null, expect.stringMatching(UUID)])],
    ["endedAt", () => expect([conv.endedAt, ended.endedAt]).toEqual([null, expect.stringMatching(ISO)])],
    ["assigneeId", () => expect([conv.assigneeId, ended.assigneeId]).toEqual([agent.id, null])],
    [
      "aiId",
      async () => {
        const data = { workspaceId, name: "Bot", type: "custom" as const, properties: "" };
        const assistant = await database().assistant.create({ data });
        const place = { integrationId, convId: conv.id };
        expect(await call("assignConv", { ...place, isAi: true })).toMatchObject({
          aiId: assistant.id,
          assigneeId: null,
        });
        await call("assignConv", { ...place, agentId: agent.id });
      },
    ],
    [
      "aiAssigneed",
      async () => {
        const place = { integrationId, convId: conv.id };
        expect(await call("assignConv", { ...place, isAi: true })).toMatchObject({ aiAssigneed: true });
        expect(await call("assignConv", { ...place, agentId: agent.id })).toMatchObject({
          aiAssigneed: false,
          aiId: null,
        });
      },
    ],
    [
      "broadcastId, broadcastName",
      async () => {
        expect([conv.broadcastId, conv.broadcastName]).toEqual([null, null]);
        const data = { workspaceId, name: "Spring", integrationId, templateName: "t", createdBy: "SYSTEM" };
        const broadcast = await database().broadcast.create({ data: { ...data, state: "completed" } });
        const where = { workspaceId, id: String(conv.id) };
        await database().conversation.updateMany({ where, data: { broadcastId: broadcast.id } });
        const linked = { broadcastId: broadcast.id, broadcastName: "Spring" };
        expect(await call("conv", { id: conv.id })).toMatchObject(linked);
      },
    ],
    ["tags", () => expect(conv.tags).toEqual(["urgent"])],
    ["externalConversationId", () => expect(conv.externalConversationId).toBe("thread-1")],
    ["createdAt", () => expect(conv.createdAt).toMatch(ISO)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Channel (integration)", () => {
  const own = {
    endpoint: "http://127.0.0.1:9/replies",
    validateToken: "sentinel-validate",
    accessToken: "sentinel-access",
    externalId: "sentinel-sender",
  };
  const input = { name: "Desk", type: "CUSTOM", integrationProperties: own };
  let channel: Json, agent: Json;
  beforeAll(async () => {
    channel = await call("createIntegration", input);
    agent = await call("createAgent", { userId: "u-2", name: "Cy", email: "cy@example.com" });
  });
  async function isRequired(missing: keyof typeof own): Promise<void> {
    const { [missing]: _, ...rest } = own;
    expect(await refusal("createIntegration", { ...input, integrationProperties: rest })).toMatchObject({
      code: "BAD_INPUT",
      paths: [`input.integrationProperties.${missing}`],
    });
  }
  const patched = (properties: Json) => call("patchIntegration", { id: channel.id, properties });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(channel.workspaceId).toBe(workspaceId)],
    ["id", () => expect(channel.id).toMatch(UUID)],
    ["name", async () => expect(await first("integrations", { name: "desk" })).toMatchObject({ name: "Desk" })],
    ["identifier", () => expect(channel.identifier).toBeNull()],
    [
      "type",
      () => {
        expect(channel.type).toBe("CUSTOM");
        const all = ["CUSTOM", "FACEBOOK", "INSTAGRAM", "TELEGRAM", "WA_GATEWAY", "WEBCHAT", "WHATSAPP"];
        expect(valuesOf("IntegrationType")).toEqual(all);
      },
    ],
    [
      "state",
      () => {
        expect(channel.state).toBe("active");
        expect(valuesOf("IntegrationState")).toEqual(["active", "disabled", "error", "pending"]);
      },
    ],
    [
      "createdAt, patchedAt",
      async () => {
        expect([channel.createdAt, channel.patchedAt]).toEqual([expect.stringMatching(ISO), null]);
        const renamed = await call("patchIntegration", { id: channel.id, name: "Desk 2" });
        expect(renamed).toMatchObject({ createdAt: channel.createdAt, patchedAt: expect.stringMatching(ISO) });
      },
    ],
    [
      "properties",
      async () => {
        expect(channel.properties).toEqual({});
        await patched({ handover: { message: "One moment" }, rating: { enabled: true, question: "How was it?" } });
        expect(await first("integrations", { name: "desk" })).toMatchObject({
          properties: {
            handover: { message: "One moment" },
            rating: { enabled: true, question: "How was it?", scale: 5 },
          },
        });
      },
    ],
    [
      "integrationProperties",
      async () => {
        const answers = JSON.stringify([channel, await call("integrations"), await call("convs")]);
        expect(Object.values(own).filter((secret) => answers.includes(secret))).toEqual([]);
      },
    ],
    [
      "start",
      async () => {
        for (const start of ["AUTO", "AI", "AGENT", "AI_BY_COUNTRY_CODE", "AGENT_BY_COUNTRY_CODE"])
          expect(await patched({ start })).toMatchObject({ properties: { start } });
        expect(await refusal("patchIntegration", { id: channel.id, properties: { start: "NOBODY" } })).toMatchObject({
          code: "BAD_INPUT",
          paths: ["input.properties.start"],
        });
      },
    ],
    [
      "assigneeId",
      async () =>
        expect(await patched({ assigneeId: agent.id })).toMatchObject({ properties: { assigneeId: agent.id } }),
    ],
    [
      "byCountryCodeConfig",
      async () => {
        const byCountryCodeConfig = [{ code: "PL", assigneeId: agent.id }];
        expect(await patched({ byCountryCodeConfig })).toMatchObject({ properties: { byCountryCodeConfig } });
      },
    ],
    ["CUSTOM / endpoint", () => isRequired("endpoint")],
    ["CUSTOM / validateToken", () => isRequired("validateToken")],
    ["CUSTOM / accessToken", () => isRequired("accessToken")],
    ["CUSTOM / externalId", () => isRequired("externalId")],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Workspace settings", () => {
  const given = {
    convTTL: 24,
    testNums: [{ phone: "+48600100200", active: true }],
    optOutKeyword: "STOP",
    autoUnarchiveOnMessage: false,
  };
  let settings: Json;
  beforeAll(async () => {
    await call("patchWorkspaceSettings", given);
    settings = await call("workspaceSettings");
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(settings.workspaceId).toBe(workspaceId)],
    ["id", () => expect(settings.id).toMatch(UUID)],
    ["convTTL", () => expect(settings.convTTL).toBe(24)],
    ["testNums", () => expect(settings.testNums).toEqual(given.testNums)],
    ["optOutKeyword", () => expect(settings.optOutKeyword).toBe("STOP")],
    ["autoUnarchiveOnMessage", () => expect(settings.autoUnarchiveOnMessage).toBe(false)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Webhook", () => {
  const given = { label: "CRM", url: "http://127.0.0.1:9/hook", headers: { "x-crm": "secret-7" } };
  let webhook: Json, twin: Json;
  beforeAll(async () => {
    webhook = await call("createWebhook", { ...given, event: "NEW_CLIENT" });
    twin = await call("createWebhook", { ...given, event: "ANY_EVENT" });
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(webhook.workspaceId).toBe(workspaceId)],
    ["id", () => expect(webhook.id).toMatch(UUID)],
    ["label", () => expect([webhook.label, twin.label]).toEqual(["CRM", "CRM"])],
    ["url", () => expect(webhook.url).toBe(given.url)],
    [
      "event",
      async () => {
        for (const event of valuesOf("WebhookEvent"))
          expect(await call("createWebhook", { ...given, event })).toMatchObject({ event });
        expect(valuesOf("WebhookEvent")).toEqual(
          [
            ..."INCOMING_MESSAGE OUTGOING_MESSAGE MESSAGE_UPDATED ENDING_CONV NEW_CLIENT NEW_CONV CLIENT_UPDATED".split(
              " ",
            ),
            ..."ANY_EVENT MESSAGE_UPDATED_SMPP".split(" "),
          ].sort(),
        );
      },
    ],
    ["headers", () => expect(webhook.headers).toEqual(given.headers)],
    ["createdAt", () => expect(webhook.createdAt).toMatch(ISO)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

test("an AGENT reads what is no secret of channels and settings", async () => {
  const { api } = await createTestMember(workspaceId, "AGENT");
  const agent = wholeAnswers(coreSchema, api);
  expect(await agent.first("integrations", { name: "desk" })).toMatchObject({ type: "CUSTOM" });
  expect(await agent.call("workspaceSettings")).toMatchObject({ convTTL: 24 });
});
