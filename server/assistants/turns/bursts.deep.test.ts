import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
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
import { createTestAgentKey, createTestMember } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";

afterEach(stopAnswering);

/** Waiting times are a tenth of the real ones, so other load on the machine can split a burst. One of four attempts must pass. */
const BLURRED = { retry: 3 };

describe("one answer per burst", () => {
  let scene: AssistantScene;
  beforeEach(async () => {
    scene = await createAssistantScene();
  });

  test("five messages that follow each other wait for each other and are answered together", BLURRED, async () => {
    const turns = answering(() => reply("All of it: yes."));
    let convId = "";
    for (let index = 1; index <= 5; index++) {
      ({ conversationId: convId } = await scene.customer.text("maria", `part ${index}`));
      await wait(QUIET_MS * 0.3);
    }
    const [answer] = await scene.answered(convId);
    await wait(QUIET_MS * 3);
    expect(turns.map(shownTo)).toEqual([[1, 2, 3, 4, 5].map((index) => `client: part ${index}`)]);
    expect(await scene.thread(convId)).toEqual(["All of it: yes."]);
    expect(await scene.conv(convId)).toMatchObject({ needsResponse: false, aiId: scene.aiId, aiAnsweredSeq: 5 });
    const [sent] = await database().message.findMany({ where: { convId, isAgent: true } });
    expect(sent).toMatchObject({ aiId: scene.aiId, createdBy: scene.aiId, status: "pending", agentId: null });
    expect(answer).toMatchObject({ outcome: "answered", messageId: sent?.id, reason: null, attempts: 1 });
    expect(await database().sendQueue.count({ where: { messageId: sent?.id } })).toBe(1);
    expect(await database().assistantTurn.count()).toBe(0);
  });

  test("what is written while it thinks waits for the next turn, at the end of what it is shown", async () => {
    const { turns, isAsked, answer } = thinking("First.");
    const { conversationId: convId } = await scene.customer.text("maria", "one");
    await isAsked();
    await scene.customer.text("maria", "two");
    answer();
    await scene.answered(convId);
    expect(await scene.conv(convId)).toMatchObject({ needsResponse: true, aiAnsweredSeq: 1 });
    await eventually(() => turns.length === 2);
    expect(shownTo(turns[1])).toEqual(["client: one", "assistant: First.", "client: two"]);
    expect(turns[1]?.key).not.toBe(turns[0]?.key);
    answer();
    await scene.answered(convId, 2);
    expect(await scene.conv(convId)).toMatchObject({ needsResponse: false });
  });

  test("50 messages while the model is slow: each message is answered once, by as many turns as there were bursts", async () => {
    const turns = answering(async () => {
      await wait(QUIET_MS * 2);
      return reply("Done.");
    });
    const startedAt = performance.now();
    let convId = "";
    for (let index = 0; index < 50; index++) {
      ({ conversationId: convId } = await scene.customer.text("maria", `m${index}`));
      await wait(QUIET_MS / 5);
    }
    await eventually(async () => !(await scene.conv(convId)).needsResponse);
    const thoughts = (performance.now() - startedAt) / (QUIET_MS * 2);
    const answers = await scene.answers(convId);
    expect(answers).toHaveLength(turns.length);
    expect(new Set(answers.map(({ clientMessageId }) => clientMessageId)).size).toBe(turns.length);
    expect(await scene.thread(convId)).toEqual(turns.map(() => "Done."));
    // The bursts have no gaps between them: each begins after the last message of the previous one.
    const ends = turns.map((turn) => turn.messages.findLast(({ role }) => role === "client")?.content);
    expect(ends.at(-1)).toBe("m49");
    expect(turns.length).toBeGreaterThan(1);
    // Turns run one after the other. When messages arrive faster than answers, there are far fewer turns than messages.
    expect(turns.length).toBeLessThanOrEqual(thoughts + 1);
    expect(turns.length).toBeLessThan(50);
  });

  test("it sees the last 30 messages, no notes, and of a deleted one that there was one", async () => {
    answering(() => reply("Yes."));
    const { conversationId: convId } = await scene.customer.text("maria", "m1");
    await scene.answered(convId);
    // Stop the workers while the messages are written: on a slow machine, they would split the burst.
    await stopWorkers();
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await ana.api.ok(ADD, { integrationId: scene.integrationId, convId, type: "note", content: "between us" });
    await scene.api.ok(ADD, { integrationId: scene.integrationId, convId, type: "text", content: "by a key" });
    const gone = await scene.customer.text("maria", "my card is 4242", { messageId: "gone" });
    expect(gone.conversationId).toBe(convId);
    for (let index = 2; index <= 32; index++) await scene.customer.text("maria", `m${index}`);
    await database().message.updateMany({
      where: { id: gone.messageId },
      data: { content: "", removedAt: new Date() },
    });
    const turns = answering(() => reply("Yes."));
    await scene.answered(convId, 2);
    const shown = shownTo(turns[0]);
    expect(shown).toHaveLength(30);
    expect(shown.at(-1)).toBe("client: m32");
    expect(shown.join("\n")).not.toContain("between us");

    await scene.customer.text("maria", "and now?");
    await scene.answered(convId, 3);
    expect(JSON.stringify(turns[1]?.messages)).not.toContain("4242");
  });
});

describe("how often it answers in a row", () => {
  test("twenty times; then a person is asked to look, and a clean stretch begins when it is given back", async () => {
    const scene = await createAssistantScene();
    const turns = answering(() => reply("Yes."));
    const { conversationId: convId } = await scene.customer.text("maria", "0");
    for (let index = 1; index <= 20; index++) {
      await scene.answered(convId, index);
      await scene.customer.text("maria", String(index));
    }
    const answers = await scene.answered(convId, 21);
    expect(answers.slice(0, 20).every(({ outcome }) => outcome === "answered")).toBe(true);
    expect(answers[20]).toMatchObject({ outcome: "handedOver", reason: "it has answered 20 times in a row" });
    expect(turns).toHaveLength(20);
    await scene.api.ok(ASSIGN, { integrationId: scene.integrationId, convId, isAi: true });
    expect((await scene.answered(convId, 22))[21]).toMatchObject({ outcome: "answered" });
  }, 60_000);
});

describe("who is told that it is at work", () => {
  test("the turn's row says it while it is; a stopping worker gives it back at once, and another goes on", async () => {
    const scene = await createAssistantScene();
    const model = thinking("An answer.");
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await model.isAsked();
    expect(await database().assistantTurn.findFirst({ where: { convId } })).toMatchObject({ attemptNo: 1 });
    await stopWorkers();
    expect(await database().assistantTurn.findFirst({ where: { convId } })).toMatchObject({ leaseToken: null });
    answering(() => reply("Here I am."));
    expect(await scene.answered(convId, 1, 8_000)).toMatchObject([{ outcome: "answered" }]);
  });

  test("a person's conversation is nobody's turn", async () => {
    const scene = await createAssistantScene();
    const { actor } = await createTestMember(scene.workspaceId, "AGENT");
    const agentId = actor.kind === "user" ? actor.agentId : null;
    await database().integration.updateMany({
      where: { id: scene.integrationId },
      data: { properties: { start: "AGENT", assigneeId: agentId } },
    });
    const turns = answering(() => reply("Yes."));
    await scene.customer.text("maria", "hello");
    await wait(QUIET_MS * 3);
    expect(turns).toEqual([]);
  });
});
