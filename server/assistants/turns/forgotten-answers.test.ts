import { afterEach, beforeEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { takeDeletion } from "../../messages/take-deletion.ts";
import { answering, createAssistantScene, reply, stopAnswering, type AssistantScene } from "../../testing/assistant.ts";
import { forgetAnswers, pruneAnswers } from "./forget-answers.ts";

let scene: AssistantScene;
let convId: string;
beforeEach(async () => {
  scene = await createAssistantScene();
  answering(({ messages }) =>
    reply({
      text: "Yes.",
      trace: { prompt: messages.map(({ role, content }) => ({ role, content: content ?? "" })), promptTokens: 7 },
    }),
  );
  for (const [index, text] of ["hello", "my card is 4242", "thanks"].entries()) {
    ({ conversationId: convId } = await scene.customer.text("maria", text, { messageId: `m-${index}` }));
    await scene.answered(convId, index + 1);
  }
});
afterEach(stopAnswering);

const kept = async () => (await scene.answers(convId)).map(({ details }) => details !== null);
const texts = async () => JSON.stringify(await scene.answers(convId));

test("a message that is taken back goes from what assistants wrote down since; what the answers cost stays", async () => {
  expect(await texts()).toContain("4242");
  const integration = { id: scene.integrationId };
  const deletion = { kind: "deletion", externalMessageId: "m-1", at: null } as const;
  await takeDeletion(scene.ctx, integration, deletion, { receivedAt: new Date(), mayWait: false });
  const jobs = await database().$queryRaw<{ data: { workspaceId: number; messageId: string } }[]>`
    select data from pgboss.job where name = 'forget-answers' and data ->> 'workspaceId' = ${String(scene.workspaceId)}`;
  expect(jobs).toHaveLength(1);
  for (const { data } of jobs) await forgetAnswers(data.workspaceId, data.messageId);
  expect(await kept()).toEqual([true, false, false]);
  expect(await texts()).not.toContain("4242");
  expect((await scene.answers(convId)).map(({ promptTokens }) => promptTokens)).toEqual([7, 7, 7]);
});

test("so it is where the answers' clock is behind the messages'", async () => {
  const [, second] = await scene.answers(convId);
  const behind = new Date(Date.now() - 3_600_000);
  await database().assistantAnswer.updateMany({ where: { id: second?.id ?? "" }, data: { createdAt: behind } });
  const { id } = await database().message.findFirstOrThrow({ where: { convId, externalMessageId: "m-1" } });
  await forgetAnswers(scene.workspaceId, id);
  expect(await texts()).not.toContain("4242");
  expect((await kept()).filter((isKept) => isKept)).toHaveLength(1);
});

test("after 30 days the traces are emptied, and turns that nobody ended are gone after an hour", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const [first, second] = await scene.answers(convId);
  await database().assistantAnswer.updateMany({ where: { id: first?.id ?? "" }, data: { createdAt: daysAgo(31) } });
  await database().assistantAnswer.updateMany({ where: { id: second?.id ?? "" }, data: { createdAt: daysAgo(29) } });
  const other = await scene.customer.text("per", "hello");
  const turn = { workspaceId: scene.workspaceId, aiId: scene.aiId, ownerVersion: 0 };
  const lapsed = new Date(Date.now() - 2 * 3_600_000);
  await database().conversation.updateMany({ where: { id: other.conversationId }, data: { needsResponse: false } });
  await database().assistantTurn.create({ data: { ...turn, convId: other.conversationId, leaseUntil: lapsed } });
  await database().assistantTurn.create({ data: { ...turn, convId } });
  expect(await pruneAnswers()).toEqual({ emptied: 1, turns: 1 });
  expect(await kept()).toEqual([false, true, true]);
  expect(await database().assistantTurn.findMany({ select: { convId: true } })).toEqual([{ convId }]);
});
