import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { sendTemplates } from "../messages/send-templates.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const SETTINGS = `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) {
  optOutKeyword optInKeyword } }`;
const CLIENT = "query ($input: ClientInput!) { client(input: $input) { deletedAt optedOutAt } }";
const CLIENTS = "query ($input: ClientsInput!) { clients(input: $input) { nodes { id } } }";
const PATCH = "mutation ($input: ClientPatchInput!) { patchClient(input: $input) { deletedAt optedOutAt } }";
const UNARCHIVE = "mutation ($input: ClientArchiveInput!) { unarchiveClient(input: $input) { deletedAt optedOutAt } }";
const START = "mutation ($input: ConvStartInput!) { startConv(input: $input) { id } }";
const NOTIFY = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }";
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const PREFLIGHT = `query ($input: BroadcastPreflightInput!) { broadcastPreflight(input: $input) {
  recipientCount leftOut { reason count } } }`;

type Shown = { deletedAt: string | null; optedOutAt: string | null };

let scene: Awaited<ReturnType<typeof createTestWorkspace>>;
let customer: ReturnType<typeof customerSystem>;
let integrationId: string;

beforeEach(async () => {
  scene = await createTestWorkspace();
  ({ id: integrationId } = await createTestIntegration(scene.workspaceId));
  customer = customerSystem(integrationId);
  await scene.api.ok(SETTINGS, { optOutKeyword: "STOP" });
});

const ACTIVE = { deletedAt: null, optedOutAt: null };
const OPTED_OUT = { deletedAt: null, optedOutAt: expect.any(String) as string };
const ARCHIVED = { deletedAt: expect.any(String) as string, optedOutAt: expect.any(String) as string };

const shown = (id: string) => scene.api.ok<Shown>(CLIENT, { id });
const toClient = (clientId: string) => ({ integrationId, clientId, templateName: "sale" });

/** A contact who sent the opt-out keyword. */
async function optedOut(name = "maria"): Promise<string> {
  await customer.text(name, "Hello");
  return (await customer.text(name, "stop")).clientId;
}

describe("a contact who opted out by keyword", () => {
  test("and writes again can be answered, and gets no broadcast and no notification", async () => {
    const { api, workspaceId, ctx } = scene;
    const clientId = await optedOut();
    expect(await shown(clientId)).toEqual(ARCHIVED);
    const { conversationId: convId } = await customer.text("maria", "One more question");
    expect(await shown(clientId)).toEqual(OPTED_OUT);
    await api.ok(ADD, { integrationId, convId, type: "text", content: "Yes?" });
    for (const operation of [START, NOTIFY])
      expect(await api.refusal(operation, toClient(clientId))).toMatchObject({
        code: "CLIENT_OPTED_OUT",
        message: expect.stringContaining("opted out of broadcasts and notifications") as string,
      });
    expect(await api.ok(PREFLIGHT, { integrationId, templateName: "sale" })).toEqual({
      recipientCount: 0,
      leftOut: [{ reason: "optedOut", count: 1 }],
    });
    // A contact who opts out after the launch must not receive the broadcast.
    const integration = await database().integration.findFirstOrThrow({ where: { workspaceId, id: integrationId } });
    const clients = await database().client.findMany({ where: { workspaceId } });
    const { id: broadcastId } = await database().broadcast.create({
      data: {
        workspaceId,
        integrationId,
        name: "Sale",
        templateName: "sale",
        createdBy: "SYSTEM",
        state: "inProgress",
      },
    });
    const template = { name: "sale", language: null, components: null };
    const sent = await inTransaction(ctx, (tx) => sendTemplates(tx, { integration, template, broadcastId }, clients));
    expect(sent).toEqual([{ clientId, messageId: null, error: expect.stringContaining("opted out") as string }]);
  });

  test.each(["START", " start\n"])("gets them again after the opt-in keyword %j", async (word) => {
    const clientId = await optedOut();
    await customer.text("maria", "Hello again");
    await customer.text("maria", `${word} please`);
    expect(await shown(clientId)).toEqual(OPTED_OUT);
    const { conversationId } = await customer.text("maria", word);
    expect(await shown(clientId)).toEqual(ACTIVE);
    await scene.api.ok(NOTIFY, toClient(clientId));
    expect(await database().conversation.findFirst({ where: { id: conversationId } })).toMatchObject({ ended: false });
  });

  test("comes back by the opt-in keyword even where archived contacts stay so, but not from somebody's archive", async () => {
    const { api, workspaceId } = scene;
    await database().workspaceSettings.update({ where: { workspaceId }, data: { autoUnarchiveOnMessage: false } });
    const clientId = await optedOut();
    await customer.text("maria", "Hello?");
    expect(await shown(clientId)).toEqual(ARCHIVED);
    await customer.text("maria", "START");
    expect(await shown(clientId)).toEqual(ACTIVE);
    await api.ok("mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }", { id: clientId });
    await customer.text("maria", "START");
    expect(await shown(clientId)).toMatchObject({ deletedAt: expect.any(String) as string });
  });

  test("stays opted out when a person takes them out of the archive, until one with MANAGE_CLIENTS allows it", async () => {
    const { api, workspaceId } = scene;
    const clientId = await optedOut();
    expect(await api.ok(UNARCHIVE, { id: clientId })).toEqual(OPTED_OUT);
    const agent = await createTestMember(workspaceId, "AGENT");
    expect(await agent.api.refusal(PATCH, { id: clientId, isOptedOut: false })).toMatchObject({
      code: "FORBIDDEN_ROLE",
    });
    const plus = await createTestMember(workspaceId, "AGENT_PLUS");
    expect(await plus.api.ok(PATCH, { id: clientId, isOptedOut: false })).toEqual(ACTIVE);
    await api.ok(NOTIFY, toClient(clientId));
    expect(await plus.api.ok(PATCH, { id: clientId, isOptedOut: true })).toEqual(OPTED_OUT);
    expect(await api.refusal(NOTIFY, toClient(clientId))).toMatchObject({ code: "CLIENT_OPTED_OUT" });
  });

  test("is allowed out of the archive by the same, which the keyword put them in", async () => {
    const clientId = await optedOut();
    expect(await scene.api.ok(PATCH, { id: clientId, isOptedOut: false })).toEqual(ACTIVE);
  });

  test("is found by the filter, archived or not", async () => {
    const [active, archived] = [await optedOut("maria"), await optedOut("nora")];
    await customer.text("maria", "Hello again");
    await customer.text("olga", "Hello");
    const { nodes } = await scene.api.ok<{ nodes: { id: string }[] }>(CLIENTS, { isOptedOut: true });
    expect(nodes.map(({ id }) => id).sort()).toEqual([active, archived].sort());
  });

  test("before there was the time of it is one all the same", async () => {
    const { workspaceId } = scene;
    const clientId = await optedOut();
    await database().client.updateMany({ where: { workspaceId }, data: { optedOutAt: null } });
    expect(await shown(clientId)).toEqual(ARCHIVED);
    await customer.text("maria", "Hello again");
    expect(await shown(clientId)).toEqual(OPTED_OUT);
  });
});

describe("the opt-in keyword", () => {
  test("is START until it is changed; none means that only the team allows it", async () => {
    const { api } = scene;
    expect(await api.ok(SETTINGS, {})).toEqual({ optOutKeyword: "STOP", optInKeyword: "START" });
    expect(await api.ok(SETTINGS, { optInKeyword: " YES " })).toMatchObject({ optInKeyword: "YES" });
    const clientId = await optedOut();
    await customer.text("maria", "start");
    expect(await shown(clientId)).toEqual(OPTED_OUT);
    await customer.text("maria", "yes");
    expect(await shown(clientId)).toEqual(ACTIVE);
    expect(await api.ok(SETTINGS, { optInKeyword: null })).toMatchObject({ optInKeyword: null });
  });

  test("differs from the opt-out keyword", async () => {
    const paths = ["input.optInKeyword"];
    expect(await scene.api.refusal(SETTINGS, { optInKeyword: "stop" })).toMatchObject({ code: "BAD_INPUT", paths });
    expect(await scene.api.refusal(SETTINGS, { optOutKeyword: "Start" })).toMatchObject({ code: "BAD_INPUT", paths });
  });
});
