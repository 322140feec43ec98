import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { database } from "../db.ts";
import { facebookAdapter } from "../channels/facebook/adapter.ts";
import { COMMENT } from "../channels/comments.ts";
import { feedBroadcasts, runBroadcasts } from "../broadcasts/run-broadcasts.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestClient, createTestConv, createTestWorkspace } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

const PATCH = `mutation ($input: IntegrationPatchInput!) {
  patchIntegration(input: $input) { utilityMessages sendsTemplates } }`;
const SEND = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }";
const RESEND = "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }";
const CREATE = "mutation ($input: BroadcastCreateInput!) { createBroadcast(input: $input) { id } }";
const LAUNCH = "mutation ($input: BroadcastLaunchInput!) { launchBroadcast(input: $input) { state error totalCount } }";
const LIST = "query ($input: WabaMessageTemplatesInput!) { wabaMessageTemplates(input: $input) { nodes { name } } }";
const TEMPLATE = {
  ...{ id: "1", name: "order_shipped", language: "en", status: "APPROVED", category: "UTILITY" },
  components: [{ type: "BODY", text: "Order {{1}} is on its way" }],
};

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let clientId: string;
let psid: string;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  channel = await createMetaChannel(workspaceId, "FACEBOOK");
  graph.addMessaging({
    ...{ object: "page", id: channel.pageId, name: "Ida's shop", accessToken: "EAAG" },
    templates: [TEMPLATE],
  });
  ({ id: clientId } = await createTestClient(workspaceId));
  psid = metaId();
  const identity = { workspaceId, clientId, scope: `page:${channel.pageId}`, externalId: psid };
  await database().clientIdentity.create({ data: identity });
});

const input = (...values: string[]) => ({
  ...{ integrationId: channel.integration.id, clientId, templateName: "order_shipped" },
  templateComponents: [{ type: "body", parameters: values.map((text) => ({ type: "text", text })) }],
});
const permit = (utilityMessages: boolean) => workspace.api.ok(PATCH, { id: channel.integration.id, utilityMessages });

test("a page sends no templates until they are switched on", async () => {
  const none = "This FACEBOOK channel sends no templates; switch on its utility messages first";
  expect(await workspace.api.refusal(SEND, input("7"))).toMatchObject({ code: "BAD_INPUT", message: none });
  expect(await workspace.api.refusal(LIST, { integrationId: channel.integration.id })).toMatchObject({
    code: "BAD_INPUT",
    message: none,
  });
  expect(graph.requests.filter((path) => path.includes("message_templates"))).toEqual([]);
});

test("a contact whose window closed long ago gets the page's template", async () => {
  expect(await permit(true)).toEqual({ utilityMessages: true, sendsTemplates: true });
  expect(await workspace.api.ok(LIST, { integrationId: channel.integration.id })).toEqual({
    nodes: [{ name: "order_shipped" }],
  });
  const conv = await createTestConv(workspace.workspaceId, { integrationId: channel.integration.id, clientId });
  await database().conversation.updateMany({
    where: { id: conv.id },
    data: { externalConversationId: null, lastClientMessageAt: new Date(Date.now() - 30 * 24 * 3_600_000) },
  });
  await workspace.api.ok(SEND, input("7"));
  const [send] = await claimDue();
  if (!send) throw new Error("nothing was queued");
  expect(send).toMatchObject({ convId: conv.id, message: { type: "template", externalClientId: psid } });
  const credentials = { accessToken: "EAAG", pageId: channel.pageId, appSecret: "0123456789abcdef0123456789abcdef" };
  const result = await facebookAdapter.send(send.message, credentials, new AbortController().signal);
  expect(result).toMatchObject({ outcome: "accepted" });
  expect(graph.sentMessaging.at(-1)).toMatchObject({
    recipientId: psid,
    body: { messaging_type: "UTILITY", message: { template: { name: "order_shipped", language: { code: "en" } } } },
  });
});

test("a template that the page does not have, or that is not filled, is refused at once", async () => {
  await permit(true);
  expect(await workspace.api.refusal(SEND, input())).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.templateComponents.0.parameters.0"],
  });
  expect(await workspace.api.refusal(SEND, { ...input("7"), templateName: "sale" })).toMatchObject({
    code: "BAD_INPUT",
    message: 'The channel FACEBOOK has no template "sale"',
  });
  await permit(false);
  expect(await workspace.api.refusal(SEND, input("7"))).toMatchObject({ code: "BAD_INPUT" });
});

test("switched off, what waits is refused when it is due, and what failed is not sent again", async () => {
  await permit(true);
  const { messageId } = await workspace.api.ok<{ messageId: string }>(SEND, input("7"));
  await permit(false);
  const [send] = await claimDue();
  if (!send) throw new Error("nothing was queued");
  await deliverMessage(send, new AbortController().signal);
  expect(await database().message.findFirstOrThrow({ where: { id: messageId } })).toMatchObject({
    status: "failed",
    error: expect.stringContaining("sends no templates") as string,
  });
  expect(await workspace.api.refusal(RESEND, { messageId })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.messageId"],
  });
});

test("a broadcast goes to those who wrote in messages, never under a comment, and fails at once where they are switched off", async () => {
  await permit(true);
  const { workspaceId } = workspace;
  const { id: stranger } = await createTestClient(workspaceId);
  await database().client.update({
    where: { workspaceId_id: { workspaceId, id: stranger } },
    data: { externalClientId: "crm-7" },
  });
  const comments = await createTestConv(workspaceId, { integrationId: channel.integration.id, clientId });
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id: comments.id } },
    data: { externalConversationId: COMMENT },
  });
  const broadcast = { ...input("7"), clientId: undefined, name: "Shipped" };
  const make = async () => (await workspace.api.ok<{ id: string }>(CREATE, broadcast)).id;
  const [early, stopped, id] = [await make(), await make(), await make()];
  await permit(false);
  expect(await workspace.api.ok(LAUNCH, { id: early })).toMatchObject({
    state: "failed",
    error: expect.stringContaining("sends no templates") as string,
  });
  await permit(true);
  await workspace.api.ok(LAUNCH, { id: stopped });
  await permit(false);
  await runBroadcasts();
  await feedBroadcasts();
  expect(await database().broadcastRecipient.findMany({ where: { workspaceId, broadcastId: stopped } })).toMatchObject([
    { messageId: null, error: expect.stringContaining("sends no templates") as string },
  ]);
  await permit(true);
  expect(await workspace.api.ok(LAUNCH, { id })).toMatchObject({ state: "inProgress", totalCount: 1 });
  await runBroadcasts();
  await feedBroadcasts();
  const messages = await database().message.findMany({ where: { workspaceId, type: "template" } });
  expect(messages).toMatchObject([{ clientId, content: "order_shipped" }]);
  expect(messages[0]?.convId).not.toBe(comments.id);
});

test("a channel without utility messages does not take the setting", async () => {
  const { integration } = await createMetaChannel(workspace.workspaceId, "INSTAGRAM");
  expect(await workspace.api.refusal(PATCH, { id: integration.id, utilityMessages: true })).toMatchObject({
    code: "BAD_INPUT",
    message: "Instagram has no utility messages to switch on",
    paths: ["input.utilityMessages"],
  });
});
