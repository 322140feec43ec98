import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "../../db.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import type { WorkPool } from "../../work/pool.ts";
import { api } from "../../testing/api.ts";
import { createAssistantScene, TIME_SCALE } from "../../testing/assistant.ts";
import { testCtx } from "../../testing/factories.ts";
import { runEvals } from "../evals/run-evals.ts";
import { insertPassages } from "../knowledge/read-source.ts";
import { passages } from "../../readers/text/passages.ts";

let worker: WorkPool;
beforeAll(() => {
  worker = startAnswering(20, { timeScale: TIME_SCALE });
});
afterAll(() => worker.stop(0));

const PAGE = [
  { heading: "Bikes › Renting", text: "A city bike is 12 euros a day. Pay at the counter.", isRow: false },
  { heading: "Bikes › Repairs", text: "A flat tyre is mended while you wait, for 15 euros.", isRow: false },
];
/** The sources say nothing about the basket and the weekend. */
const VAGUE = "How much is a bike with a basket for a weekend?";
const RENTING =
  "A city bike is 12 euros a day. Pay at the counter.\nSource: Bikes\n\nNot what you meant? Reply 0, and a colleague takes over.";

async function rental() {
  const sources = [{ kind: "text", title: "Bikes", text: PAGE.map(({ text }) => text).join("\n") }];
  const properties = { sources, handover: { enabled: true }, clarify: { enabled: true } };
  const scene = await createAssistantScene({ type: "builtIn", properties });
  const { workspaceId } = scene;
  const source = await database().knowledgeSource.findFirstOrThrow({ where: { workspaceId } });
  const place = { sourceId: source.id, pageId: null, title: source.title, firstPosition: 0 };
  await insertPassages(testCtx(workspaceId), place, passages(PAGE));
  await database().knowledgeSource.updateMany({
    where: { workspaceId },
    data: { state: "ready", contentHash: Buffer.from("bikes") },
  });
  return { ...scene, bot: api({ key: scene.apiKey }, workspaceId, "/bot/gq") };
}

test("a client is asked back once, answers with a number, and has the section; the figures tell both turns apart", async () => {
  const scene = await rental();
  const { conversationId: convId } = await scene.customer.text("maria", VAGUE);
  await scene.answered(convId);
  const [question = ""] = await scene.thread(convId);
  expect(question.split("\n")[1]).toBe("1. Bikes › Renting");
  expect(await scene.conv(convId)).toMatchObject({ aiId: scene.aiId, needsResponse: false });

  await scene.customer.text("maria", "1");
  const answers = await scene.answered(convId, 2);
  expect((await scene.thread(convId)).at(-1)).toBe(RENTING);
  expect(answers.map(({ outcome, isUnanswered }) => [outcome, isUnanswered])).toEqual([
    ["askedBack", false],
    ["answered", false],
  ]);

  await scene.customer.text("otto", VAGUE).then(({ conversationId }) => scene.answered(conversationId));
  const { conversationId: other } = await scene.customer.text("otto", "none of these");
  await scene.answered(other, 2);
  expect(await scene.conv(other)).toMatchObject({ aiId: null });
  // The unanswered question is the contact's question, not the number of an option.
  const unanswered = await scene.bot.ok<{ nodes: { question: string }[] }>(
    `query ($input: AIAnswersInput!) { aiAnswers(input: $input) { nodes { question } } }`,
    { aiId: scene.aiId, isUnanswered: true },
  );
  expect(unanswered.nodes).toEqual([{ question: `${VAGUE}\nnone of these` }]);
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };
  const figures = await scene.bot.ok(
    `query ($input: AIFiguresInput!) { aiFigures(input: $input) { turns answered askedBack handedOver unanswered reasons { reason } } }`,
    { aiId: scene.aiId, ...span },
  );
  expect(figures).toEqual({
    turns: 4,
    answered: 1,
    askedBack: 2,
    handedOver: 1,
    unanswered: 1,
    reasons: [{ reason: "nothing that it offered was meant" }],
  });
});

test("an agent who asks for a suggestion is not asked back", async () => {
  const scene = await rental();
  const { conversationId: convId } = await scene.customer.text("maria", VAGUE);
  const suggest = `mutation ($input: SuggestAnswerInput!) { suggestAnswer(input: $input) { text reason } }`;
  expect(await scene.bot.ok(suggest, { convId })).toEqual({
    text: null,
    reason: "it found nothing sure about this in its sources",
  });
});

test("a golden question that is asked back is told what is meant; one without an answer, that nothing is", async () => {
  const scene = await rental();
  const add = `mutation ($input: EvalQuestionAddInput!) { addEvalQuestion(input: $input) { id } }`;
  await scene.bot.ok(add, { aiId: scene.aiId, question: VAGUE, expects: { contains: ["12 euros"] } });
  await scene.bot.ok(add, {
    aiId: scene.aiId,
    question: `${VAGUE} And with a child's seat?`,
    expects: { refuses: true },
  });
  const start = `mutation ($input: EvalRunStartInput!) { startEvalRun(input: $input) { id } }`;
  const { id: runId } = await scene.bot.ok<{ id: string }>(start, { aiId: scene.aiId });
  await runEvals(scene.workspaceId, runId);
  const results = `query ($input: EvalResultsInput!) { evalResults(input: $input) { nodes { passed reply } } }`;
  const { nodes } = await scene.bot.ok<{ nodes: { passed: boolean; reply: { text: string; askedBack: string } }[] }>(
    results,
    { runId },
  );
  expect(nodes.map(({ passed }) => passed)).toEqual([true, true]);
  const [first] = nodes.filter(({ reply }) => reply.text === RENTING);
  expect(first?.reply.askedBack).toContain("\n1. Bikes › Renting\n");
});
