import { afterEach, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { claimDue } from "../testing/claim-due.ts";
import { closeExpiredConvs } from "../conversations/close-expired-convs.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { logShown } from "../testing/log-shown.ts";
import { eventually } from "../testing/receiver.ts";
import { claimDeliveries } from "../webhooks/claim-deliveries.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { fanOutEvents, prepareFanOut } from "../webhooks/fan-out.ts";
import { askApp } from "../testing/ask-app.ts";

const DELETE = `mutation ($input: WorkspaceDeleteInput!) { deleteWorkspace(input: $input) }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { workspaceName workspaces { workspaceId } } }`;
const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId status } }`;

const aborting = new AbortController();
afterEach(() => aborting.abort());

/** A workspace with pending work on every path: a send, a delivery, an expired conversation. */
async function busyWorkspace() {
  const workspace = await createTestWorkspace();
  const { workspaceId, ctx } = workspace;
  const owner = api(await signInTestUser(workspace.userId), workspaceId);
  const integration = await createTestIntegration(workspaceId);
  await createWebhook(ctx, { label: "All", url: "http://127.0.0.1:9/", event: "ANY_EVENT" });
  const { conversationId } = await customerSystem(integration.id).text("customer-1", "Hello");
  await workspace.api.ok(SEND, {
    integrationId: integration.id,
    convId: conversationId,
    content: "Hi",
    type: "text",
  });
  await database().workspaceSettings.update({ where: { workspaceId }, data: { convTTL: 1 } });
  await database().conversation.updateMany({
    where: { workspaceId },
    data: { lastMessageAt: new Date(Date.now() - 2 * 60 * 60 * 1000) },
  });
  return { ...workspace, owner, integration, conversationId };
}

async function streamOf(workspaceId: number, authorization: string) {
  const url = `http://localhost:3000/events?workspaceId=${workspaceId}`;
  const response = await askApp(new Request(url, { headers: { authorization }, signal: aborting.signal }));
  const state = { ended: false };
  void (async () => {
    for await (const chunk of response.body ?? []) void chunk;
    state.ended = true;
  })();
  return state;
}

test("from the deletion on nothing of the workspace opens or moves, and the one beside it goes on", async () => {
  await prepareFanOut();
  const [doomed, other] = [await busyWorkspace(), await busyWorkspace()];
  const member = await createTestMember(doomed.workspaceId, "AGENT");
  await database().membership.create({
    data: { workspaceId: other.workspaceId, userId: member.userId, role: "AGENT" },
  });
  while ((await fanOutEvents()).isBehind);
  const streams = [
    await streamOf(doomed.workspaceId, `Bearer ${member.token}`),
    await streamOf(doomed.workspaceId, doomed.apiKey),
  ];

  expect(await doomed.owner.ok(DELETE)).toBe(true);
  expect(await database().auditEntry.findFirst({ where: { action: "deleteWorkspace" } })).toMatchObject({
    workspaceId: doomed.workspaceId,
    actorId: doomed.userId,
    before: { name: "Test", deletedAt: null },
  });

  // Sessions stop at once, and the workspace lists of members with another workspace no longer contain it.
  expect((await doomed.owner.refusal(VIEWER)).code).toBe("FORBIDDEN_WORKSPACE");
  expect((await doomed.owner.refusal(DELETE)).code).toBe("FORBIDDEN_WORKSPACE");
  const elsewhere = await member.api.ok(VIEWER, { workspaceId: other.workspaceId });
  expect(elsewhere).toMatchObject({ workspaces: [{ workspaceId: other.workspaceId }] });
  // The channel's address stops at once, as if it had never existed.
  const knock = (integrationId: string) =>
    customerSystem(integrationId).send({ senderId: "customer-1", content: "Anyone?", type: "text" });
  expect((await knock(doomed.integration.id)).status).toBe(404);
  expect((await knock(other.integration.id)).status).toBe(200);
  // Its key and its live streams stop within about a second, because a key's row is cached for 0.9 s.
  const triedAt = Date.now();
  let answeredAt = triedAt;
  await eventually(async () => {
    // The time of the request: a slow machine may respond later.
    const askedAt = Date.now();
    if ((await doomed.api.call(VIEWER)).errors[0]?.message === "Invalid API key") return true;
    answeredAt = askedAt;
    return false;
  });
  expect(answeredAt - triedAt).toBeLessThan(1_000);
  await logShown();
  await eventually(() => streams.every(({ ended }) => ended), 3_000);

  expect((await claimDue()).map(({ workspaceId }) => workspaceId)).toEqual([other.workspaceId]);
  await inTransaction(doomed.ctx, (tx) => emit(tx, { name: "CLIENT_UPDATED", payload: { late: true } }));
  while ((await fanOutEvents()).isBehind);
  const deliveries = await claimDeliveries(new Map(), 100);
  expect(deliveries.length).toBeGreaterThan(0);
  expect(new Set(deliveries.map(({ workspaceId }) => workspaceId))).toEqual(new Set([other.workspaceId]));
  expect(await database().sendQueue.count({ where: { workspaceId: doomed.workspaceId } })).toBe(1);
  await database().conversation.updateMany({
    where: { workspaceId: other.workspaceId },
    data: { lastMessageAt: new Date(Date.now() - 2 * 60 * 60 * 1000) },
  });
  expect(await closeExpiredConvs()).toBe(1);
  const open = await database().conversation.findMany({ where: { ended: false } });
  expect(open.map(({ id }) => id)).toEqual([doomed.conversationId]);
});

test("of two deletions at the same time one is made", async () => {
  const { owner, workspaceId } = await busyWorkspace();
  const answers = await Promise.all([owner.call(DELETE), owner.call(DELETE)]);
  expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  expect(await database().auditEntry.count({ where: { workspaceId, action: "deleteWorkspace" } })).toBe(1);
});
