import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { takeDeletion } from "../../messages/take-deletion.ts";
import { say } from "../../say.ts";
import { api as apiOf } from "../../testing/api.ts";
import {
  answering,
  createAssistantScene,
  QUIET_MS,
  reply,
  shownTo,
  stopAnswering,
  stopWorkers,
  thinking,
  type AssistantScene,
} from "../../testing/assistant.ts";
import { createTestAgentKey } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const END = "mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }";
const DELETE_AI = "mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { id } }";

afterEach(stopAnswering);

describe("what is not the assistant's to answer any more is dropped", () => {
  let scene: AssistantScene;
  let convId: string;
  let model: ReturnType<typeof thinking>;
  beforeEach(async () => {
    scene = await createAssistantScene();
    model = thinking("Too late.");
    ({ conversationId: convId } = await scene.customer.text("maria", "hello", { messageId: "m-1" }));
    await model.isAsked();
  });
  const place = (more: object = {}) => ({ integrationId: scene.integrationId, convId, ...more });
  const dropped = async (reason: string) => {
    model.answer();
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "dropped", reason, messageId: null }]);
    expect(await scene.thread(convId)).not.toContain("Too late.");
    expect(await database().assistantTurn.count({ where: { convId } })).toBe(0);
    await wait(QUIET_MS * 2);
    expect(model.turns).toHaveLength(1);
  };

  test("an agent wrote meanwhile, and has the conversation", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await ana.api.ok(ADD, place({ type: "text", content: "I am here" }));
    await dropped("somebody took over meanwhile");
    expect(await scene.thread(convId)).toEqual(["[Took over from Otto]", "I am here"]);
    expect(await scene.conv(convId)).toMatchObject({ assigneeId: ana.agentId, aiId: null });
  });

  test("it was assigned to an agent", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await scene.api.ok(ASSIGN, place({ agentId: ana.agentId }));
    await dropped("somebody took over meanwhile");
    expect(await scene.conv(convId)).toMatchObject({ needsResponse: true });
  });

  test("it was ended", async () => {
    await scene.api.ok(END, place());
    await dropped("the conversation was ended meanwhile");
  });

  test("the assistant was deleted: the conversation is handed over, once", async () => {
    await apiOf({ key: scene.apiKey }, scene.workspaceId, "/bot/gq").ok(DELETE_AI, { id: scene.aiId });
    await dropped("somebody took over meanwhile");
    expect(await scene.thread(convId)).toEqual(["[Handed over to the team, because the assistant Otto was deleted]"]);
  });

  test("given back to it, it begins anew and answers what is still waiting", async () => {
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await scene.api.ok(ASSIGN, place({ agentId: ana.agentId }));
    await scene.api.ok(ASSIGN, place({ isAi: true }));
    model.answer();
    await eventually(() => model.turns.length === 2);
    model.answer();
    const answers = await scene.answered(convId, 2);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["answered", "dropped"]);
    expect((await scene.thread(convId)).filter((line) => line === "Too late.")).toHaveLength(1);
  });

  test("the client took the question back: nothing is said to it, and nothing of it is kept", async () => {
    const integration = { id: scene.integrationId };
    const arrival = { receivedAt: new Date(), mayWait: false };
    await takeDeletion(scene.ctx, integration, { kind: "deletion", externalMessageId: "m-1", at: null }, arrival);
    await dropped("the contact took the question back");
    expect(await scene.answers(convId)).toMatchObject([{ details: null }]);
  });

  test("they took it back before it was asked: it is not asked", async () => {
    // Stop the workers, so that none claims the turn in between, even on a slow machine.
    await stopWorkers();
    const { conversationId } = await scene.customer.text("per", "a secret");
    await database().message.updateMany({
      where: { convId: conversationId },
      data: { content: "", removedAt: new Date() },
    });
    const turns = answering(() => reply("Yes."));
    const reason = "the contact took the question back";
    expect(await scene.answered(conversationId)).toMatchObject([{ outcome: "dropped", reason, attempts: 0 }]);
    await scene.answered(convId);
    await wait(QUIET_MS * 2);
    expect(turns.map(({ convId: asked }) => asked)).toEqual([convId]);
    expect(await database().assistantTurn.count({ where: { convId: conversationId } })).toBe(0);
  });

  test("the client edited the question: the one that stands now is answered", async () => {
    await database().message.updateMany({ where: { convId, isAgent: false }, data: { content: "hello again" } });
    model.answer();
    await eventually(() => model.turns.length === 2);
    expect(shownTo(model.turns[1])).toEqual(["client: hello again"]);
    // Another key, so that an endpoint that stores answers by key cannot return the old one.
    expect(model.turns[1]?.key).not.toBe(model.turns[0]?.key);
    expect(await scene.thread(convId)).toEqual([]);
    model.answer();
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
  });

  test("a workspace key's message takes nothing over: the answer comes", async () => {
    await scene.api.ok(ADD, place({ type: "text", content: "We have got your message" }));
    model.answer();
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
    expect(await scene.thread(convId)).toEqual(["We have got your message", "Too late."]);
    expect(await scene.conv(convId)).toMatchObject({ aiId: scene.aiId, needsResponse: false });
  });
});

test("what came while it was thinking is still to be answered when it gets the conversation back", async () => {
  const scene = await createAssistantScene();
  const turns = answering(async (_, index) => {
    if (index > 0) return reply("Yes, there too.");
    await scene.customer.text("maria", "and to Norway?");
    return reply({ text: "Yes.", handover: { reason: say("reason.itAsked") } });
  });
  const { conversationId: convId } = await scene.customer.text("maria", "do you ship to Sweden?");
  await scene.answered(convId);
  await scene.api.ok(ASSIGN, { integrationId: scene.integrationId, convId, isAi: true });
  expect(await scene.answered(convId, 2)).toMatchObject([{ outcome: "handedOver" }, { outcome: "answered" }]);
  expect(shownTo(turns[1]).at(-1)).toBe("client: and to Norway?");
  expect(await scene.conv(convId)).toMatchObject({ needsResponse: false });
});
