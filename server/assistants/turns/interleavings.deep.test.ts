import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { answering, createAssistantScene, QUIET_MS, reply, stopAnswering } from "../../testing/assistant.ts";
import { createTestAgentKey } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const END = "mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }";

const CONVERSATIONS = 200;
/** Parallel cases of this test: more would only wait for each other. */
const AT_ONCE = 16;

afterEach(stopAnswering);

test("200 conversations, two workers, a person who comes in at any moment: nothing after they took over, nothing twice", async () => {
  const scene = await createAssistantScene();
  const { integrationId, workspaceId } = scene;
  const ana = await createTestAgentKey(workspaceId, "Ana");
  const slowly = async () => {
    await wait(randomInt(60));
    return reply("From the assistant.");
  };
  const asked = [answering(slowly), answering(slowly)];

  const acts: Record<string, (place: { integrationId: string; convId: string }) => Promise<unknown>> = {
    writes: (place) => ana.api.ok(ADD, { ...place, type: "text", content: "From Ana." }),
    assigns: (place) => scene.api.ok(ASSIGN, { ...place, agentId: ana.agentId }),
    ends: (place) => scene.api.ok(END, place),
    "lets go": (place) => scene.api.ok(ASSIGN, place),
  };
  const names = Object.keys(acts);
  const act = async (index: number) => {
    const { conversationId: convId } = await scene.customer.text(`c${index}`, "hello");
    await wait(QUIET_MS / 2 + randomInt(QUIET_MS * 2));
    if (index % 3 === 0) await scene.customer.text(`c${index}`, "are you there?");
    const name = names[index % names.length] as keyof typeof acts;
    await acts[name]?.({ integrationId, convId });
  };
  let next = 0;
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let index = next++; index < CONVERSATIONS; index = next++) await act(index);
  });
  await Promise.all(lanes);
  await eventually(
    async () => (await database().assistantTurn.count({ where: { leaseToken: { not: null } } })) === 0,
    20_000,
  );

  const convs = await database().conversation.findMany({
    where: { workspaceId, createdAt: { gte: new Date(0) } },
    include: { messages: { orderBy: { seq: "asc" } } },
  });
  const answers = await database().assistantAnswer.findMany({ where: { workspaceId } });
  let afterPerson = 0;
  for (const { messages } of convs) {
    // A takeover leaves a system message in the thread.
    const taken = messages.findIndex(({ noteType }) => noteType === "system");
    const later = messages.slice(taken === -1 ? messages.length : taken);
    afterPerson += later.filter(({ aiId }) => aiId !== null).length;
  }
  expect(afterPerson).toBe(0);
  expect(convs.every(({ aiId, ended }) => aiId === null || ended)).toBe(true);
  // One answer per message and assignment, and as many messages as recorded answers.
  const keys = answers.map(({ clientMessageId, ownerVersion }) => `${clientMessageId} ${ownerVersion}`);
  expect(new Set(keys).size).toBe(answers.length);
  const given = answers.filter(({ outcome }) => outcome === "answered");
  const sent = convs.flatMap(({ messages }) => messages.filter(({ aiId }) => aiId !== null));
  expect(sent.map(({ id }) => id).sort()).toEqual(given.map(({ messageId }) => messageId).sort());
  const dropped = answers.filter(({ outcome }) => outcome === "dropped").length;
  console.info(
    `${convs.length} conversations, ${asked.map(({ length }) => length).join(" + ")} turns: ${given.length} answered, ${dropped} dropped`,
  );
  expect(dropped).toBeGreaterThan(0);
  expect(given.length).toBeGreaterThan(0);
  expect(asked.every(({ length }) => length > 0)).toBe(true);
}, 180_000);
