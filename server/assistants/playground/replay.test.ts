import { beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "../../ctx.ts";
import { database, pool } from "../../db.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import { startReplaying } from "../../work/handlers/replay-playground.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";
import { createAi } from "../create-ai.ts";
import type { Engine } from "../engine.ts";
import { wordsOfAnswer } from "../figures/words-of-answer.ts";
import { getPlaygroundChat } from "./get-playground-chat.ts";
import { openPlayground } from "./open-playground.ts";
import { replayChats } from "./replay-chats.ts";
import { replayPlayground } from "./replay-playground.ts";
import { sayInPlayground } from "./say-in-playground.ts";
import { startPlaygroundChat } from "./start-playground-chat.ts";

const PHONE = "+48601234567";
const LINES = ["Hello", "What does delivery cost?", "Thanks"];

let ctx: Ctx;
let workspaceId: number;
let aiId: string;

beforeEach(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  await database().workspaceTestNumber.create({ data: { workspaceId, phone: PHONE, active: true, position: 0 } });
  ({ builtInId: aiId } = await openPlayground(ctx));
});

/** A chat that contains all of the lines and no answers. */
async function spoken(): Promise<string> {
  const { convId } = await startPlaygroundChat(ctx, { aiId, phone: PHONE });
  for (const content of LINES) await sayInPlayground(ctx, { convIds: [convId], content });
  return convId;
}
async function saidIn(convId: string): Promise<string[]> {
  const messages = await (await getPlaygroundChat(ctx, { convId })).messages();
  return messages.filter(({ isNote }) => !isNote).map(({ isClient, content }) => (isClient ? content : `> ${content}`));
}
/** Marks the chat as answered by the assistant. */
async function answered(convId: string): Promise<void> {
  await database().conversation.updateMany({ where: { id: convId }, data: { needsResponse: false } });
}

describe("replayPlayground", () => {
  test("says every line again, each after the answer to the one before, while workers run side by side", async () => {
    const source = await spoken();
    const echo: Engine = ({ messages }) =>
      Promise.resolve({
        text: `You said: ${messages.at(-1)?.content ?? ""}`,
        file: null,
        handover: null,
        end: false,
        tags: [],
        fields: {},
        isUnanswered: false,
        choices: [],
        trace: {
          passages: [],
          prompt: [],
          raw: null,
          toolCalls: [],
          model: null,
          promptTokens: null,
          completionTokens: null,
        },
      });
    const other = await createAi(ctx, { name: "Other", type: "builtIn", integrationProperties: {} });
    const answering = startAnswering(50, { engineOf: () => echo, timeScale: 0.05 });
    const replaying = [startReplaying(1_000), startReplaying(1_000)];
    try {
      const { convId, ...chat } = await replayPlayground(ctx, { convId: source, aiId: other.id });
      expect(chat).toMatchObject({ aiId: other.id, versionId: null, phone: PHONE, isReplaying: true });
      await expect(sayInPlayground(ctx, { convIds: [convId], content: "Me too" })).rejects.toMatchObject({
        code: "CONFLICT",
      });
      await eventually(async () => (await saidIn(convId)).length === 6, 15_000);
      expect(await saidIn(convId)).toEqual(LINES.flatMap((line) => [line, `> You said: ${line}`]));
      const done = await getPlaygroundChat(ctx, { convId });
      expect(done).toMatchObject({ isReplaying: false, isThinking: false, isHandedOver: false });
      const words = await Promise.all((await done.answers()).map((answer) => wordsOfAnswer(ctx, answer)));
      expect(words.map(({ question }) => question)).toEqual(LINES);
      // The last line emits an event, for open portals.
      const told = await database().event.findMany({ where: { workspaceId, convId, name: "CONV_CHANGED" } });
      expect(told.length).toBeGreaterThan(0);
    } finally {
      await Promise.all([...replaying.map((pump) => pump.stop()), answering.stop(1_000)]);
    }
  });

  test("the same assistant and version unless others are named", async () => {
    const { id: versionId } = await database().assistantVersion.findFirstOrThrow({ where: { workspaceId, aiId } });
    const { convId } = await startPlaygroundChat(ctx, { aiId, versionId, phone: PHONE });
    await sayInPlayground(ctx, { convIds: [convId], content: "Hello" });
    expect(await replayPlayground(ctx, { convId })).toMatchObject({ aiId, versionId });
    expect(await replayPlayground(ctx, { convId, versionId: null })).toMatchObject({ aiId, versionId: null });
    expect(await replayPlayground(ctx, { convId, aiId })).toMatchObject({ aiId, versionId: null });
  });

  test("refuses where nothing was said", async () => {
    const { convId } = await startPlaygroundChat(ctx, { aiId, phone: PHONE });
    await expect(replayPlayground(ctx, { convId })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Nothing was said in this chat that could be said again",
    });
    expect(await database().playgroundChat.count({ where: { workspaceId } })).toBe(1);
  });
});

describe("replayChats", () => {
  test("waits for the answer, but no longer than 40 seconds", async () => {
    const { convId } = await replayPlayground(ctx, { convId: await spoken() });
    for (let round = 0; round < 3; round++) expect(await replayChats()).toBe(true);
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 1));
    await answered(convId);
    await replayChats();
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 2));
    const backdate = (seconds: number) =>
      pool().query(
        `update "Conversation" set "lastClientMessageAt" = now() - make_interval(secs => $2) where id = $1::uuid`,
        [convId, seconds],
      );
    await backdate(30);
    await replayChats();
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 2));
    await backdate(41);
    await replayChats();
    expect(await saidIn(convId)).toEqual(LINES);
    expect(await getPlaygroundChat(ctx, { convId })).toMatchObject({ isReplaying: false });
  });

  test("a line that was said by a worker that died before it could count it is not said twice", async () => {
    const { convId } = await replayPlayground(ctx, { convId: await spoken() });
    const died = () => database().playgroundChat.updateMany({ where: { convId }, data: { replayLines: LINES } });
    await Promise.all([replayChats(), replayChats(), replayChats()]);
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 1));
    await died();
    await answered(convId);
    await replayChats();
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 1));
    await replayChats();
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 2));
  });

  test.each([
    ["was handed over", { aiId: null }],
    ["has ended", { ended: true, endedAt: new Date(), endedBy: "SYSTEM" }],
  ])("says no more in a chat that %s", async (_, state) => {
    const { convId } = await replayPlayground(ctx, { convId: await spoken() });
    await replayChats();
    await database().conversation.updateMany({ where: { id: convId }, data: { ...state, needsResponse: false } });
    await replayChats();
    expect(await getPlaygroundChat(ctx, { convId })).toMatchObject({ isReplaying: false });
    expect(await saidIn(convId)).toEqual(LINES.slice(0, 1));
    expect(await database().conversation.count({ where: { workspaceId } })).toBe(2);
  });
});
