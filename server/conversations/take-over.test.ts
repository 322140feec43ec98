import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createAssistantScene, type AssistantScene } from "../testing/assistant.ts";
import { api as apiOf } from "../testing/api.ts";
import { createTestAgentKey, createTestMember } from "../testing/factories.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const NOTIFY = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }";
const RESEND = "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }";

let scene: AssistantScene;
let convId: string;
let clientId: string;
beforeEach(async () => {
  scene = await createAssistantScene();
  ({ conversationId: convId, clientId } = await scene.customer.text("maria", "hello"));
});

const place = (more: object = {}) => ({ integrationId: scene.integrationId, convId, ...more });
const changes = () => database().event.findMany({ where: { convId, name: "CONV_CHANGED" }, orderBy: { seq: "asc" } });

describe("whoever answers in an assistant's conversation has it", () => {
  test("an agent under their key: a line before the message, the change told, the assignment counted", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await ana.api.ok(ADD, place({ type: "text", content: "I am here" }));
    expect(await scene.conv(convId)).toMatchObject({
      assigneeId: ana.agentId,
      aiId: null,
      ownerVersion: 1,
      needsResponse: false,
    });
    expect(await scene.thread(convId)).toEqual(["[Took over from Otto]", "I am here"]);
    expect(await changes()).toMatchObject([{ assigneeId: ana.agentId, prevAssigneeId: null }]);
    expect(await database().convAssignment.count({ where: { convId, agentId: ana.agentId } })).toBe(1);
    const [note] = await database().message.findMany({ where: { convId, type: "note" } });
    expect(note).toMatchObject({ agentId: ana.agentId, createdBy: ana.keyId });

    await ana.api.ok(ADD, place({ type: "text", content: "still here" }));
    expect(await scene.conv(convId)).toMatchObject({ ownerVersion: 1 });
  });

  test("a person in the portal, with a template too, and by sending a failed message again", async () => {
    const mia = await createTestMember(scene.workspaceId, "AGENT_PLUS");
    await mia.api.ok(NOTIFY, { integrationId: scene.integrationId, clientId, templateName: "hello" });
    expect(await scene.conv(convId)).toMatchObject({ assigneeId: mia.agentId, aiId: null, ownerVersion: 1 });

    const sent = await database().message.findFirstOrThrow({ where: { convId, type: "template" } });
    await database().sendQueue.deleteMany({ where: { messageId: sent.id } });
    await database().message.updateMany({ where: { id: sent.id }, data: { status: "failed" } });
    await scene.api.ok(ASSIGN, place({ isAi: true }));
    await mia.api.ok(RESEND, { messageId: sent.id });
    expect(await scene.conv(convId)).toMatchObject({ assigneeId: mia.agentId, aiId: null, ownerVersion: 3 });
  });

  test("of two people who write at once one has it, and both messages are there", async () => {
    const people = await Promise.all([1, 2].map((n) => createTestAgentKey(scene.workspaceId, `Ana ${n}`)));
    const settled = await Promise.allSettled(
      people.map(({ api }, index) => api.ok(ADD, place({ type: "text", content: `answer ${index}` }))),
    );
    const { assigneeId, ownerVersion } = await scene.conv(convId);
    expect(ownerVersion).toBe(1);
    expect(people.map(({ agentId }) => agentId)).toContain(assigneeId);
    // The second person found the conversation already assigned to the first.
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("nobody takes over", () => {
  test("with a note", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await ana.api.ok(ADD, place({ type: "note", content: "watch this one" }));
    expect(await scene.conv(convId)).toMatchObject({ aiId: scene.aiId, ownerVersion: 0, needsResponse: true });
  });

  test("as a workspace's key: what it sends is a machine's", async () => {
    await scene.api.ok(ADD, place({ type: "text", content: "Thank you for your message" }));
    await scene.api.ok(NOTIFY, { integrationId: scene.integrationId, clientId, templateName: "hello" });
    expect(await scene.conv(convId)).toMatchObject({ aiId: scene.aiId, ownerVersion: 0 });
  });

  test("where the message is refused", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await database().integration.updateMany({ where: { id: scene.integrationId }, data: { state: "disabled" } });
    expect(await ana.api.refusal(ADD, place({ type: "text", content: "hi" }))).toMatchObject({
      code: "CHANNEL_INACTIVE",
    });
    expect(await scene.conv(convId)).toMatchObject({ aiId: scene.aiId, ownerVersion: 0 });
  });
});

test("a hand-over's message is the last word: the client counts as told, not as waiting", async () => {
  await database().integration.updateMany({
    where: { id: scene.integrationId },
    data: { properties: { start: "AI", assigneeId: scene.aiId, handover: { message: "Somebody will be with you." } } },
  });
  const bot = apiOf({ key: scene.apiKey }, scene.workspaceId, "/bot/gq");
  await bot.ok("mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { id } }", { id: scene.aiId });
  expect((await scene.thread(convId)).at(-1)).toBe("Somebody will be with you.");
  expect(await scene.conv(convId)).toMatchObject({ aiId: null, needsResponse: false });
});
