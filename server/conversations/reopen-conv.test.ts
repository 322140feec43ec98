import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";

let workspaceId: number;
let convId: string;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
let mia: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  ({ conversationId: convId } = await customer.text("maria", "Hello"));
  mia = await createTestMember(workspaceId, "AGENT");
});

const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;
const REOPEN = `mutation ($input: ConvReopenInput!) { reopenConv(input: $input) { id ended endedBy endedAt assigneeId } }`;
const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`;

const conv = () =>
  database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
const eventNames = async () =>
  (await database().event.findMany({ where: { workspaceId, convId }, orderBy: { seq: "asc" } })).map(
    ({ name }) => name,
  );

test("the end is taken back: owner and waiting are as before, the portal hears of it, subscribers do not", async () => {
  await mia.api.ok(ASSIGN, { convId, integrationId, agentId: mia.agentId });
  const before = await conv();
  await mia.api.ok(END, { convId, integrationId });
  const heard = await eventNames();
  expect(await mia.api.ok(REOPEN, { convId })).toMatchObject({ ended: false, endedBy: null, endedAt: null });
  const { lastSeq, ...after } = await conv();
  expect(after).toEqual({ ...before, lastSeq: undefined });
  expect(lastSeq).toBe(before.lastSeq + 2);
  expect((await eventNames()).slice(heard.length)).toEqual(["CONV_CHANGED"]);
  const last = await database().message.findFirstOrThrow({ where: { workspaceId, convId }, orderBy: { seq: "desc" } });
  expect(last).toMatchObject({ noteType: "system", content: "Reopened the conversation", agentId: mia.agentId });
  // Already open: nothing to do.
  await mia.api.ok(REOPEN, { convId });
  expect(await eventNames()).toHaveLength(heard.length + 1);
});

test("one that we answered last waits for nobody", async () => {
  await mia.api.ok(`mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`, {
    convId,
    integrationId,
    type: "text",
    content: "Done",
  });
  await mia.api.ok(END, { convId, integrationId });
  await mia.api.ok(REOPEN, { convId });
  expect(await conv()).toMatchObject({ ended: false, needsResponse: false });
});

test("refused to others, after ten minutes, and when the client has a newer one open", async () => {
  const ben = await createTestMember(workspaceId, "ADMIN");
  await mia.api.ok(END, { convId, integrationId });
  expect(await ben.api.refusal(REOPEN, { convId })).toEqual(
    expect.objectContaining({
      code: "CONFLICT",
      message: "This conversation cannot be reopened: somebody else has ended it",
    }),
  );
  const late = { endedAt: new Date(Date.now() - 11 * 60_000) };
  await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: late });
  expect(await mia.api.refusal(REOPEN, { convId })).toMatchObject({ code: "CONFLICT" });
  await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { endedAt: new Date() } });
  const { conversationId: newer } = await customer.text("maria", "One more thing");
  expect(newer).not.toBe(convId);
  expect(await mia.api.refusal(REOPEN, { convId })).toMatchObject({
    code: "CONFLICT",
    message: "This conversation cannot be reopened: the contact has a newer one open",
  });
  expect((await conv()).ended).toBe(true);
});

test("a colleague's conversation is not there", async () => {
  const ben = await createTestMember(workspaceId, "AGENT");
  await database().conversation.updateMany({ where: { workspaceId, id: convId }, data: { assigneeId: ben.agentId } });
  await ben.api.ok(END, { convId, integrationId });
  expect(await mia.api.refusal(REOPEN, { convId })).toMatchObject({ code: "NOT_FOUND" });
});

test("who has left the workspace meanwhile does not get it back", async () => {
  const ben = await createTestMember(workspaceId, "ADMIN");
  await mia.api.ok(ASSIGN, { convId, integrationId, agentId: mia.agentId });
  await ben.api.ok(END, { convId, integrationId });
  await database().agent.updateMany({ where: { workspaceId, id: mia.agentId }, data: { deletedAt: new Date() } });
  expect(await ben.api.ok(REOPEN, { convId })).toMatchObject({ ended: false, assigneeId: null });
  const last = await database().message.findFirstOrThrow({ where: { workspaceId, convId }, orderBy: { seq: "desc" } });
  expect(last.content).toBe("Reopened the conversation; its last assignee is no longer in the team");
});
