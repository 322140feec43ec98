import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import type { LoggedEvent } from "../../events/log.ts";
import { addMessage } from "../../messages/add-message.ts";
import { visibleEvent } from "../../conversations/visible-event.ts";
import { api, type Api } from "../../testing/api.ts";
import { customerSystem } from "../../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../../testing/receiver.ts";
import { runEvals } from "./run-evals.ts";
import { requeue } from "../../work/handlers/recover.ts";

const QUESTION = "id question history expects convId createdAt patchedAt";
const RUN = `id aiId versionId versionNumber state total passed failed score error startedAt endedAt fixed broken
  previous { id versionNumber score }`;
const ADD = `mutation ($input: EvalQuestionAddInput!) { addEvalQuestion(input: $input) { ${QUESTION} } }`;
const PATCH = `mutation ($input: EvalQuestionPatchInput!) { patchEvalQuestion(input: $input) { ${QUESTION} } }`;
const DELETE = `mutation ($input: EvalQuestionDeleteInput!) { deleteEvalQuestion(input: $input) { ${QUESTION} } }`;
const LIST = `query ($input: EvalQuestionsInput!) { evalQuestions(input: $input) { nodes { ${QUESTION} } } }`;
const FROM_CONV = `query ($input: QuestionFromConvInput!) { questionFromConv(input: $input) { question history suggestion } }`;
const START = `mutation ($input: EvalRunStartInput!) { startEvalRun(input: $input) { ${RUN} } }`;
const CANCEL = `mutation ($input: EvalRunCancelInput!) { cancelEvalRun(input: $input) { ${RUN} } }`;
const GET = `query ($input: EvalRunInput!) { evalRun(input: $input) { ${RUN} } }`;
const RESULTS = `query ($input: EvalResultsInput!) { evalResults(input: $input) {
  nodes { questionId question passed previousPassed checks reply durationMs } pageInfo { count } } }`;
const CREATE = `mutation ($input: AICreateInput!) { createAi(input: $input) { id } }`;
const SAVE = `mutation ($input: AIDraftInput!) { saveAiDraft(input: $input) { id score } }`;
const DISCARD = `mutation ($input: AIDraftDiscardInput!) { discardAiDraft(input: $input) { id } }`;
const PUBLISH = `mutation ($input: AIPublishInput!) { publishAi(input: $input) { versionNumber } }`;
const GATE = `mutation ($input: AIGateInput!) { setAiGate(input: $input) { gateScore } }`;
const DELETE_AI = `mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { id } }`;

type Question = { id: string; question: string; history: unknown; expects: unknown; convId: string | null };
type Run = {
  id: string;
  versionId: string;
  versionNumber: number;
  state: string;
  total: number;
  passed: number;
  failed: number;
  score: number | null;
  error: string | null;
  fixed: number;
  broken: number;
  previous: { id: string; versionNumber: number; score: number } | null;
};
type Result = {
  questionId: string;
  question: string;
  passed: boolean | null;
  previousPassed: boolean | null;
  checks: { kind: string; passed: boolean | null; found: unknown }[] | null;
  reply: { text: string | null; handover: string | null; tags: string[] } | null;
};
type Asked = { convId: string; messages: { role: string; content: string }[] };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let bot: Api;
let endpoint: Receiver;
/** The answer of the assistant at a path to a question. */
let answers: (path: string, question: string) => object | number;
let slowMs = 0;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  bot = api({ key: workspace.apiKey }, workspace.workspaceId, "/bot/gq");
  endpoint = await startReceiver((request, response) => {
    const { messages } = JSON.parse(request.body) as Asked;
    const answer = answers(request.path, messages.at(-1)?.content ?? "");
    if (typeof answer === "number") response.statusCode = answer;
    setTimeout(() => response.end(JSON.stringify(answer)), slowMs);
  });
});
afterAll(() => endpoint.close());
beforeEach(() => {
  answers = (_, question) => ({ content: `You asked: ${question}` });
  slowMs = 0;
  endpoint.received.length = 0;
});

const address = (path: string) => new URL(path, endpoint.url).href;
const createAi = async (path = "/live") =>
  (
    await bot.ok<{ id: string }>(CREATE, {
      name: "Bot",
      type: "custom",
      integrationProperties: { endpoint: address(path) },
    })
  ).id;
const add = (aiId: string, question: string, expects: object = { contains: [question] }, more: object = {}) =>
  bot.ok<Question>(ADD, { aiId, question, expects, ...more });
const draft = async (aiId: string, path = "/draft") =>
  (await bot.ok<{ id: string }>(SAVE, { aiId, integrationProperties: { endpoint: address(path) } })).id;
const start = (aiId: string, versionId?: string) => bot.ok<Run>(START, { aiId, ...(versionId ? { versionId } : {}) });
async function run(aiId: string, versionId?: string): Promise<Run> {
  const { id } = await start(aiId, versionId);
  await runEvals(workspace.workspaceId, id);
  return bot.ok<Run>(GET, { id });
}
const results = async (runId: string, filter: object = {}) =>
  (await bot.ok<{ nodes: Result[] }>(RESULTS, { runId, ...filter })).nodes;

describe("golden questions", () => {
  test("are added, searched, changed and taken away", async () => {
    const aiId = await createAi();
    const history = [
      { role: "client", content: "Hello" },
      { role: "assistant", content: "Hello, how can I help?" },
    ];
    const expects = {
      contains: ["30 days"],
      cites: ["Returns"],
      refuses: false,
      tags: [],
      fields: { email: "a@b.de" },
    };
    const made = await add(aiId, "  How long?  ", expects, { history });
    expect(made).toMatchObject({ question: "How long?", history, expects, convId: null });
    await add(aiId, "What does it cost? 100 %");
    const found = async (search: string) =>
      (await bot.ok<{ nodes: Question[] }>(LIST, { aiId, search })).nodes.map(({ question }) => question);
    expect(await found("")).toEqual(["What does it cost? 100 %", "How long?"]);
    expect(await found("HOW L")).toEqual(["How long?"]);
    expect(await found("%")).toEqual(["What does it cost? 100 %"]);
    const patched = await bot.ok<Question>(PATCH, { id: made.id, expects: { refuses: true } });
    expect(patched).toMatchObject({ question: "How long?", history, expects: { refuses: true } });
    await bot.ok(DELETE, { id: made.id });
    expect(await found("")).toEqual(["What does it cost? 100 %"]);
    for (const document of [PATCH, DELETE])
      expect(await bot.refusal(document, { id: made.id })).toMatchObject({ code: "NOT_FOUND" });
  });

  test.each([
    ["an empty question", { question: " " }, "input.question"],
    ["no expectation", { expects: {} }, "input.expects"],
    ["an empty list", { expects: { contains: [] } }, "input.expects"],
    ["an unknown expectation", { expects: { mentions: ["x"] } }, "input.expects"],
    ["an empty text", { expects: { contains: ["x", " "] } }, "input.expects.contains.1"],
    ["no list", { expects: { tags: "x" } }, "input.expects.tags"],
    ["a word for yes", { expects: { refuses: "yes" } }, "input.expects.refuses"],
    ["a field that nobody gathers", { expects: { fields: { password: "x" } } }, "input.expects.fields"],
    ["a judge without a model", { expects: { judge: "is polite" } }, "input.expects.judge"],
    ["no object", { expects: [] }, "input.expects"],
    ["a history of strangers", { history: [{ role: "system", content: "x" }] }, "input.history.0.role"],
    ["too long a history", { history: Array(30).fill({ role: "client", content: "x" }) }, "input.history"],
  ])("%s is BAD_INPUT", async (_, change, path) => {
    const aiId = await createAi();
    const input = { aiId, question: "How long?", expects: { refuses: true }, ...change };
    expect(await bot.refusal(ADD, input)).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    expect(await database().evalQuestion.count({ where: { aiId } })).toBe(0);
  });

  test("are taken from a conversation: what was asked, what was said before, what a person answered", async () => {
    const aiId = await createAi();
    const { id: integrationId } = await createTestIntegration(workspace.workspaceId);
    const agent = await createTestAgentKey(workspace.workspaceId);
    const carla = customerSystem(integrationId);
    const { conversationId: convId } = await carla.text("carla", "Hello");
    const say = async (content: string, type: "text" | "note" = "text") => {
      const actor = { kind: "agentKey", keyId: agent.keyId, label: "Ana", agentId: agent.agentId } as const;
      await addMessage(testCtx(workspace.workspaceId, actor), { integrationId, convId, content, type });
    };
    await say("Hello Carla");
    await carla.text("carla", "I bought shoes.");
    const { messageId } = await carla.text("carla", "May I send them back?");
    const later = await carla.text("carla", "They are red.");
    await say("She is a regular", "note");
    await say("Yes, within 30 days.");
    await say("It costs nothing.");
    await carla.text("carla", "Thanks!");
    await say("You are welcome");
    expect(await bot.ok(FROM_CONV, { aiId, convId, messageId })).toEqual({
      question: "I bought shoes.\nMay I send them back?",
      history: [
        { role: "client", content: "Hello" },
        { role: "agent", content: "Hello Carla" },
      ],
      suggestion: "Yes, within 30 days.\nIt costs nothing.",
    });
    const added = await add(aiId, "May I send them back?", { contains: ["30 days"] }, { convId });
    expect(added.convId).toBe(convId);

    const [answer] = await database().message.findMany({ where: { convId, isAgent: true }, take: 1 });
    expect(await bot.refusal(FROM_CONV, { aiId, convId, messageId: answer?.id })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.messageId"],
    });
    await database().message.updateMany({ where: { id: later.messageId }, data: { removedAt: new Date() } });
    expect(await bot.refusal(FROM_CONV, { aiId, convId, messageId: later.messageId })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.messageId"],
    });
  });
});

describe("a run", () => {
  test("asks every question as a client would, scores the replies, and touches no conversation", async () => {
    const aiId = await createAi();
    answers = (_, question) =>
      question.includes("person")
        ? { content: "One moment. #HANDOVER#", tags: ["person"] }
        : { content: "Within 30 days.", tags: ["return"] };
    const history = [{ role: "client", content: "Hello" }];
    await add(aiId, "How long?", { contains: ["30 days"], refuses: false, tags: ["return"] }, { history });
    await add(aiId, "A person, please", { handsOver: true, contains: ["One moment"] });
    await add(aiId, "For free?", { contains: ["free"], handsOver: false });
    const before = await Promise.all([
      database().conversation.count(),
      database().message.count(),
      database().client.count(),
    ]);
    const started = await start(aiId);
    expect(started).toMatchObject({ state: "queued", total: 3, passed: 0, failed: 0, score: null, versionNumber: 1 });
    await runEvals(workspace.workspaceId, started.id);
    const ended = await bot.ok<Run>(GET, { id: started.id });
    expect(ended).toMatchObject({ state: "completed", total: 3, passed: 2, failed: 1, score: 66, error: null });
    expect(ended).toMatchObject({ previous: null, fixed: 0, broken: 0 });
    expect(
      await Promise.all([database().conversation.count(), database().message.count(), database().client.count()]),
    ).toEqual(before);

    const rows = await results(started.id);
    expect(rows.map(({ question, passed }) => [question, passed])).toEqual([
      ["For free?", false],
      ["A person, please", true],
      ["How long?", true],
    ]);
    expect(rows[0]).toMatchObject({
      checks: [
        { kind: "contains", expected: "free", passed: false, found: null },
        { kind: "handsOver", expected: false, passed: true, found: false },
      ],
      reply: { text: "Within 30 days.", handover: null, end: false, tags: ["return"], passages: [] },
      previousPassed: null,
    });
    expect(rows[1]?.reply).toMatchObject({
      text: "One moment.",
      handover: "its endpoint asked for a person to take over",
    });
    expect(await results(started.id, { passed: false })).toHaveLength(1);

    const asked = endpoint.received.map(({ body }) => JSON.parse(body) as Asked);
    const withHistory = asked.find(({ messages }) => messages.at(-1)?.content === "How long?");
    expect(withHistory?.messages.map(({ role, content }) => [role, content])).toEqual([
      ["client", "Hello"],
      ["client", "How long?"],
    ]);
    expect(new Set(asked.map(({ convId }) => convId)).size).toBe(3);
    const real = asked.map(({ convId }) => convId);
    expect(await database().conversation.count({ where: { id: { in: real } } })).toBe(0);
  });

  test("holds a draft against what is live: fixed and broken, question by question", async () => {
    const aiId = await createAi();
    answers = (path, question) => ({
      content: (path === "/live") === question.startsWith("live") || question === "both" ? "right" : "wrong",
    });
    for (const question of ["both", "live only", "live too", "draft only"])
      await add(aiId, question, { contains: ["right"] });
    await add(aiId, "neither", { contains: ["perfect"] });
    const live = await run(aiId);
    expect(live).toMatchObject({ passed: 3, failed: 2, score: 60 });
    const versionId = await draft(aiId);
    const changed = await add(aiId, "both, later", { contains: ["right"] });
    const first = await run(aiId, versionId);
    expect(first).toMatchObject({ versionId, versionNumber: 2, passed: 3, failed: 3, fixed: 1, broken: 2 });
    expect(first.previous).toEqual({ id: live.id, versionNumber: 1, score: 60 });
    // A run of the same version is not compared, and a question with another text is a new question.
    const again = await run(aiId, versionId);
    expect(again.previous?.id).toBe(live.id);
    const different = await results(again.id, { changed: true });
    expect(different.map(({ question, previousPassed, passed }) => [question, previousPassed, passed])).toEqual([
      ["draft only", false, true],
      ["live too", true, false],
      ["live only", true, false],
    ]);
    const same = await results(again.id, { changed: false });
    expect(same.map(({ question, previousPassed }) => [question, previousPassed])).toEqual([
      ["both, later", null],
      ["neither", false],
      ["both", true],
    ]);
    expect(same[0]?.questionId).toBe(changed.id);
    expect(await bot.ok<{ score: number }>(SAVE, { aiId, integrationProperties: {} })).toMatchObject({ score: 50 });
  });

  test("a question without an answer fails with the reason, and the run goes on", async () => {
    const aiId = await createAi();
    answers = (_, question) => (question === "broken" ? 400 : { content: "right" });
    await add(aiId, "broken", { contains: ["right"] });
    await add(aiId, "fine", { contains: ["right"] });
    const ended = await run(aiId);
    expect(ended).toMatchObject({ state: "completed", passed: 1, failed: 1, score: 50 });
    const [, broken] = await results(ended.id);
    expect(broken).toMatchObject({
      question: "broken",
      passed: false,
      reply: null,
      checks: [{ kind: "answered", expected: true, passed: false, found: "its endpoint answered 400" }],
    });
  });

  test("an assistant that is down for everyone fails the run as a whole, without asking the rest", async () => {
    const aiId = await createAi();
    answers = () => 403;
    for (let index = 0; index < 20; index++) await add(aiId, `question ${index}`);
    const ended = await run(aiId);
    expect(ended).toMatchObject({ state: "failed", total: 20, passed: 0, score: null });
    expect(ended.error).toBe("5 questions in a row got no answer: its endpoint answered 403");
    expect(endpoint.received.length).toBeLessThan(10);
    expect(ended.failed).toBe(endpoint.received.length);
    // A new run can start at once.
    answers = (_, question) => ({ content: question });
    expect(await run(aiId)).toMatchObject({ state: "completed", passed: 20, score: 100 });
  });

  test("stops within a question when it is cancelled; what was asked keeps its result", async () => {
    const aiId = await createAi();
    slowMs = 300;
    for (let index = 0; index < 40; index++) await add(aiId, `question ${index}`);
    const { id } = await start(aiId);
    const running = runEvals(workspace.workspaceId, id);
    await endpoint.arrived(8);
    const cancelledAt = Date.now();
    expect(await bot.ok<Run>(CANCEL, { id })).toMatchObject({ state: "cancelled" });
    await running;
    const took = Date.now() - cancelledAt;
    const ended = await bot.ok<Run>(GET, { id });
    const stored = await database().evalResult.count({ where: { runId: id, askedAt: { not: null } } });
    console.info(`cancelled after ${stored} of 40 questions, over ${took} ms later`);
    expect(ended).toMatchObject({ state: "cancelled", score: null, error: null });
    expect(stored).toBe(ended.passed + ended.failed);
    expect(stored).toBeGreaterThanOrEqual(4);
    expect(stored).toBeLessThan(40);
    const arrived = endpoint.received.length;
    expect(arrived).toBeLessThan(40);
    await wait(500);
    expect(endpoint.received.length).toBe(arrived);
    // A run that is over stays as it is.
    expect(await bot.ok<Run>(CANCEL, { id })).toMatchObject({ state: "cancelled" });
    await runEvals(workspace.workspaceId, id);
    expect(endpoint.received.length).toBe(arrived);
  });

  test("no more than four questions are asked side by side; the portal hears of progress about once a second", async () => {
    const aiId = await createAi();
    slowMs = 250;
    let open = 0;
    let most = 0;
    answers = (_, question) => {
      most = Math.max(most, ++open);
      setTimeout(() => open--, slowMs - 20);
      return { content: question };
    };
    for (let index = 0; index < 40; index++) await add(aiId, `question ${index}`);
    const where = { workspaceId: workspace.workspaceId, name: "EVAL_CHANGED" };
    const { id } = await start(aiId);
    const before = await database().event.count({ where });
    const began = Date.now();
    await runEvals(workspace.workspaceId, id);
    const seconds = (Date.now() - began) / 1_000;
    const told = (await database().event.count({ where })) - before;
    console.info(`40 questions of 250 ms, 4 at once: ${seconds.toFixed(1)} s, ${told} events, at most ${most} at once`);
    expect(most).toBe(4);
    expect(told).toBeGreaterThanOrEqual(3);
    expect(told).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  test("goes on with what is left when it is done a second time, also beside itself", async () => {
    const aiId = await createAi();
    slowMs = 100;
    for (let index = 0; index < 12; index++) await add(aiId, `question ${index}`);
    const { id } = await start(aiId);
    await Promise.all([runEvals(workspace.workspaceId, id), runEvals(workspace.workspaceId, id)]);
    expect(await bot.ok<Run>(GET, { id })).toMatchObject({ state: "completed", passed: 12, failed: 0, score: 100 });
    const keys = endpoint.received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(12);
  });

  test("a draft that is changed meanwhile ends the run; an assistant that is deleted does too", async () => {
    const aiId = await createAi();
    slowMs = 300;
    for (let index = 0; index < 40; index++) await add(aiId, `question ${index}`);
    const versionId = await draft(aiId);
    const { id } = await start(aiId, versionId);
    const running = runEvals(workspace.workspaceId, id);
    await endpoint.arrived(4);
    await draft(aiId, "/other");
    await running;
    expect(await bot.ok<Run>(GET, { id })).toMatchObject({
      state: "failed",
      error: "The draft was changed before all questions were asked; run its evals again",
    });
    const second = await start(aiId, versionId);
    await bot.ok(DELETE_AI, { id: aiId });
    await runEvals(workspace.workspaceId, second.id);
    const [ended] = await database().evalRun.findMany({ where: { id: second.id } });
    expect(ended).toMatchObject({ state: "failed", error: "The assistant was deleted" });
    expect(await bot.refusal(GET, { id: second.id })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("only one of an assistant is under way, however many are started at the same time; none without questions", async () => {
    const aiId = await createAi();
    expect(await bot.refusal(START, { aiId })).toMatchObject({
      code: "CONFLICT",
      message: "This assistant has no golden questions yet; add some first",
    });
    await add(aiId, "How long?");
    const starts = await Promise.all(Array.from({ length: 5 }, () => bot.call(START, { aiId })));
    expect(starts.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    const refused = starts.flatMap(({ errors }) => errors);
    expect(new Set(refused.map(({ message }) => message))).toEqual(
      new Set(["A run of this assistant's evals is under way; wait for it, or stop it"]),
    );
  });

  test("does not begin while a source is still being read", async () => {
    const { id: aiId } = await bot.ok<{ id: string }>(CREATE, {
      name: "Bot",
      type: "builtIn",
      integrationProperties: { sources: [{ kind: "text", title: "Returns", text: "Within 30 days." }] },
    });
    await add(aiId, "How long?");
    expect(await bot.refusal(START, { aiId })).toMatchObject({
      code: "CONFLICT",
      message: "The source “Returns” is still being read; run the evals when it is ready",
    });
    await database().knowledgeSource.updateMany({ where: { aiId }, data: { state: "failed", error: "it is broken" } });
    const { id } = await start(aiId);
    await bot.ok(CANCEL, { id });
    // A past version has lost its sources, so a run would ask it without them.
    await bot.ok(`mutation ($input: AIPatchInput!) { patchAi(input: $input) { id } }`, {
      id: aiId,
      integrationProperties: { sources: null },
    });
    const [past] = await database().assistantVersion.findMany({ where: { aiId, number: 1 } });
    expect(await bot.refusal(START, { aiId, versionId: past?.id })).toMatchObject({
      code: "CONFLICT",
      message: "The source “Returns” of this version is not kept any more; restore the version to a draft and run that",
    });
  });

  test("one that lost its job is found by the recovery, once", async () => {
    const aiId = await createAi();
    await add(aiId, "How long?");
    const { id } = await start(aiId);
    expect(await requeue("run-evals")).toBe(0);
    await database().$executeRaw`delete from pgboss.job where name = 'run-evals' and data->>'runId' = ${id}`;
    expect(await requeue("run-evals")).toBe(1);
    expect(await requeue("run-evals")).toBe(0);
    await runEvals(workspace.workspaceId, id);
    await database().$executeRaw`delete from pgboss.job where name = 'run-evals'`;
    expect(await database().evalRun.count({ where: { id, state: "completed" } })).toBe(1);
  });
});

describe("the gate", () => {
  /** Creates ten questions. The live version passes those below `live`, the draft those below `drafted`. */
  async function gated(live: number, drafted: number, gate: number) {
    const aiId = await createAi();
    answers = (path, question) => ({
      content: Number(question) < (path === "/live" ? live : drafted) ? "right" : "wrong",
    });
    for (let number = 0; number < 10; number++) await add(aiId, String(number), { contains: ["right"] });
    await bot.ok(GATE, { aiId, score: gate });
    return { aiId, versionId: await draft(aiId) };
  }
  const refusal = async (aiId: string) => {
    const { code, message } = await bot.refusal(PUBLISH, { aiId });
    expect(code).toBe("CONFLICT");
    return message;
  };

  test("needs a completed run of exactly the draft, and says with figures what is missing", async () => {
    const { aiId, versionId } = await gated(5, 7, 80);
    const unrun = "This draft cannot go live: its evals were not run since it was last changed; run them first";
    expect(await refusal(aiId)).toBe(unrun);
    const { id } = await start(aiId, versionId);
    expect(await refusal(aiId)).toBe(unrun);
    await runEvals(workspace.workspaceId, id);
    expect(await refusal(aiId)).toBe(
      "This draft cannot go live: it passes 7 of 10 golden questions (70 %), and its gate is 80 %",
    );
    await bot.ok(GATE, { aiId, score: 70 });
    await bot.ok(SAVE, { aiId, integrationProperties: { headers: { a: "1" } } });
    expect(await refusal(aiId)).toBe(unrun);
    // Now the properties are the same as in the run.
    await bot.ok(SAVE, { aiId, integrationProperties: { headers: null } });
    expect(await bot.ok(PUBLISH, { aiId })).toEqual({ versionNumber: 2 });
  });

  test("needs the questions as they are now; those that were taken away count no more", async () => {
    const { aiId, versionId } = await gated(0, 7, 80);
    await run(aiId, versionId);
    await add(aiId, "11");
    const [changed] = await database().evalQuestion.findMany({ where: { aiId, question: "0" } });
    await bot.ok(PATCH, { id: changed?.id, expects: { contains: ["wrong"] } });
    expect(await refusal(aiId)).toBe(
      "This draft cannot go live: 2 golden questions were added or changed since its evals were run; run them again",
    );
    for (const question of ["11", "0", "8", "9"]) {
      const [row] = await database().evalQuestion.findMany({ where: { aiId, question } });
      await bot.ok(DELETE, { id: row?.id });
    }
    expect(await bot.ok(PUBLISH, { aiId })).toEqual({ versionNumber: 2 });
  });

  test("needs no fewer passed than by the version that is live, of the questions that both were asked", async () => {
    const { aiId, versionId } = await gated(9, 8, 50);
    await run(aiId);
    await run(aiId, versionId);
    expect(await refusal(aiId)).toBe(
      "This draft cannot go live: of the 10 golden questions that version 1, which is live, was asked too, it passes 8, and that one 9",
    );
    const [only] = await database().evalQuestion.findMany({ where: { aiId, question: "8" } });
    await bot.ok(DELETE, { id: only?.id });
    expect(await bot.ok(PUBLISH, { aiId })).toEqual({ versionNumber: 2 });
  });

  test("needs the sources as they were when it was run", async () => {
    const { id: aiId } = await bot.ok<{ id: string }>(CREATE, {
      name: "Bot",
      type: "builtIn",
      integrationProperties: {},
    });
    await add(aiId, "How long?", { refuses: true });
    await bot.ok(GATE, { aiId, score: 1 });
    const sources = [{ kind: "text", title: "Returns", text: "Within 30 days." }];
    const { id: versionId } = await bot.ok<{ id: string }>(SAVE, { aiId, integrationProperties: { sources } });
    const read = (text: string) =>
      database().knowledgeSource.updateMany({
        where: { aiId },
        data: { state: "ready", contentHash: new TextEncoder().encode(text) },
      });
    await read("one");
    const { id } = await start(aiId, versionId);
    await database().evalResult.updateMany({ where: { runId: id }, data: { passed: true, askedAt: new Date() } });
    await database().evalRun.updateMany({ where: { id }, data: { state: "completed", passed: 1 } });
    await read("two");
    expect(await refusal(aiId)).toBe(
      "This draft cannot go live: its sources have changed since its evals were run; run them again",
    );
    await read("one");
    expect(await bot.ok(PUBLISH, { aiId })).toEqual({ versionNumber: 2 });
  });

  test("a draft that was given up and restored is a draft of its own, and is run again", async () => {
    const { aiId, versionId } = await gated(0, 10, 100);
    await run(aiId, versionId);
    await bot.ok(DISCARD, { aiId });
    await bot.ok(`mutation ($input: AIVersionRestoreInput!) { restoreAiVersion(input: $input) { id } }`, {
      aiId,
      versionId,
    });
    expect(await refusal(aiId)).toContain("its evals were not run since it was last changed");
  });
});

test("a run is done by the worker's job", async () => {
  const aiId = await createAi();
  await add(aiId, "How long?");
  const { id } = await start(aiId);
  const { startWorker } = await import("../../work/worker.ts");
  const worker = await startWorker();
  try {
    await eventually(async () => (await bot.ok<Run>(GET, { id })).state === "completed", 20_000);
  } finally {
    await worker.stop();
  }
}, 60_000);

test("who does not manage the workspace hears nothing of it", () => {
  const event = { name: "EVAL_CHANGED", convId: null, isDebug: false } as LoggedEvent;
  const agent = { kind: "agentKey", keyId: "key", label: "Ana", agentId: "agent" } as const;
  expect(visibleEvent(testCtx(workspace.workspaceId, agent), event)).toBeNull();
  expect(visibleEvent(workspace.ctx, event)).toMatchObject({ name: "EVAL_CHANGED", gone: false });
});
