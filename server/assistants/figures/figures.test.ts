import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { database, pool } from "../../db.ts";
import type { AnswerOutcome } from "../../generated/prisma/enums.ts";
import { addMessage } from "../../messages/add-message.ts";
import { api, type Api } from "../../testing/api.ts";
import { customerSystem } from "../../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../../testing/factories.ts";
import { createAi } from "../create-ai.ts";
import type { Trace } from "../engine.ts";

const ANSWER = `id convId clientMessageId messageId question answer outcome reason isUnanswered versionNumber attempts
  promptTokens completionTokens durationMs trace createdAt`;
const FIGURES = `turns answered handedOver ended dropped unanswered promptTokens completionTokens medianMs p95Ms
  reasons { reason count } days { day answered handedOver unanswered }`;
const AI_FIGURES = `query ($input: AIFiguresInput!) { aiFigures(input: $input) { ${FIGURES} } }`;
const AI_ANSWERS = `query ($input: AIAnswersInput!) { aiAnswers(input: $input) { nodes { ${ANSWER} } pageInfo { hasNextPage endCursor } } }`;
const AI_ANSWER_OF = `query ($input: AIAnswerOfInput!) { aiAnswerOf(input: $input) { ${ANSWER} } }`;
const AI_GET = `query ($input: AIInput!) { ai(input: $input) { channels { integrationId name type } figures { ${FIGURES} } } }`;

type Answer = { question: string; answer: string; outcome: string; trace: Trace | null; messageId: string | null };
type Answers = { nodes: Answer[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
type Figures = {
  turns: number;
  medianMs: number | null;
  p95Ms: number | null;
  reasons: { reason: string; count: number }[];
  days: { day: string; answered: number; handedOver: number; unanswered: number }[];
};

const TRACE: Trace = {
  passages: [
    {
      id: randomUUID(),
      sourceId: randomUUID(),
      title: "Returns",
      url: null,
      heading: null,
      content: "Within 30 days.",
      score: 0.9,
      isUsed: true,
    },
  ],
  prompt: [{ role: "system", content: "The secret instructions" }],
  raw: "Within 30 days.",
  toolCalls: [],
  model: "grounded",
  promptTokens: 120,
  completionTokens: 12,
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let bot: Api;
let integrationId: string;
let someMessage: { conversationId: string; messageId: string; clientId: string };
let stretch = 0;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  bot = api({ key: workspace.apiKey }, workspace.workspaceId, "/bot/gq");
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId));
  someMessage = await customerSystem(integrationId).text("somebody", "Hello");
});

const newAi = async () =>
  (await createAi(workspace.ctx, { name: "Bot", type: "builtIn", integrationProperties: {} })).id;
/** Stores the record of a turn. */
function keep(
  aiId: string,
  turn: { convId?: string; clientMessageId?: string; outcome?: AnswerOutcome; createdAt?: Date } & Record<
    string,
    unknown
  >,
) {
  const { workspaceId } = workspace;
  return database().assistantAnswer.create({
    data: {
      workspaceId,
      aiId,
      convId: someMessage.conversationId,
      clientMessageId: someMessage.messageId,
      ownerVersion: ++stretch,
      outcome: "answered",
      durationMs: 100,
      ...turn,
    },
  });
}
const answers = (aiId: string, filter: object = {}) => bot.ok<Answers>(AI_ANSWERS, { aiId, ...filter });

describe("aiAnswers", () => {
  test("each shows the burst that it answered and what went out, newest first", async () => {
    const aiId = await newAi();
    const sender = `carla-${randomUUID()}`;
    const carla = customerSystem(integrationId);
    const say = async (content: string, by: "ai" | "agent" | "note" = "ai") => {
      const type = by === "note" ? ("note" as const) : ("text" as const);
      const { id } = await addMessage(testCtx(workspace.workspaceId), { integrationId, convId, content, type });
      if (by === "ai") await database().message.updateMany({ where: { id }, data: { aiId } });
      return id;
    };
    await carla.text(sender, "Hello");
    const { conversationId: convId, messageId: first } = await carla.text(sender, "How long may I return?");
    // This message arrives during the answer, so it belongs to the next turn.
    const { messageId: meanwhile } = await carla.text(sender, "And what does it cost?");
    const one = await say("Within 30 days.");
    const kept = { convId, details: TRACE, promptTokens: 120, completionTokens: 12, versionNumber: 3 };
    await keep(aiId, { ...kept, clientMessageId: first, messageId: one });
    await say("Nothing.");
    await keep(aiId, {
      convId,
      clientMessageId: meanwhile,
      outcome: "handedOver",
      reason: "it found nothing",
      isUnanswered: true,
    });
    await say("I am Ana, hello!", "agent");
    await say("she is new", "note");
    const { messageId: third } = await carla.text(sender, "Thanks");
    await keep(aiId, { convId, clientMessageId: third, outcome: "ended" });

    const { nodes } = await answers(aiId);
    expect(nodes.map(({ question, answer, outcome }) => [question, answer, outcome])).toEqual([
      ["Thanks", "", "ended"],
      ["And what does it cost?", "", "handedOver"],
      ["Hello\nHow long may I return?", "Within 30 days.", "answered"],
    ]);
    expect(nodes[2]).toMatchObject({ trace: TRACE, versionNumber: 3, promptTokens: 120, attempts: 1, durationMs: 100 });
    expect(nodes[1]).toMatchObject({ reason: "it found nothing", isUnanswered: true, trace: null });
    const outcomes = async (filter: object) => (await answers(aiId, filter)).nodes.map(({ outcome }) => outcome);
    expect(await outcomes({ isUnanswered: true })).toEqual(["handedOver"]);
    expect(await outcomes({ isUnanswered: false })).toEqual(["ended", "answered"]);
    expect(await outcomes({ outcome: "answered" })).toEqual(["answered"]);

    // Messages that were taken back are not shown.
    await database().message.updateMany({
      where: { id: { in: [first, one] } },
      data: { removedAt: new Date(), content: "" },
    });
    const [, , after] = (await answers(aiId)).nodes;
    expect(after).toMatchObject({ question: "Hello", answer: "" });
  });

  test("the playground's are not among them, nor another assistant's; a foreign one is not found", async () => {
    const [aiId, other] = [await newAi(), await newAi()];
    await keep(aiId, { isPlayground: true, isUnanswered: true });
    await keep(other, { isUnanswered: true });
    expect((await answers(aiId)).nodes).toEqual([]);
    expect((await answers(aiId, { isUnanswered: true })).nodes).toEqual([]);
    expect(await bot.refusal(AI_ANSWERS, { aiId: randomUUID() })).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("aiAnswerOf", () => {
  test("whoever sees the conversation is told what a message draws on, without the prompt; nobody else", async () => {
    const aiId = await newAi();
    const { conversationId: convId, messageId } = await customerSystem(integrationId).text(randomUUID(), "How long?");
    const said = await addMessage(workspace.ctx, { integrationId, convId, content: "Within 30 days.", type: "text" });
    const plain = await addMessage(workspace.ctx, { integrationId, convId, content: "Bye", type: "text" });
    await keep(aiId, { convId, clientMessageId: messageId, messageId: said.id, details: TRACE });
    const [ana, ben] = [
      await createTestAgentKey(workspace.workspaceId, "Ana"),
      await createTestAgentKey(workspace.workspaceId, "Ben"),
    ];
    await database().conversation.updateMany({ where: { id: convId }, data: { assigneeId: ana.agentId } });
    const as = (key: string) => api({ key }, workspace.workspaceId, "/bot/gq");
    for (const caller of [as(ana.key), bot]) {
      const answer = await caller.ok<Answer>(AI_ANSWER_OF, { messageId: said.id });
      expect(answer).toMatchObject({ question: "How long?", answer: "Within 30 days." });
      expect(answer.trace).toEqual({ ...TRACE, prompt: [] });
    }
    expect(await as(ben.key).refusal(AI_ANSWER_OF, { messageId: said.id })).toMatchObject({
      code: "NOT_FOUND",
      message: "Message not found",
    });
    expect(await bot.refusal(AI_ANSWER_OF, { messageId: plain.id })).toMatchObject({ code: "NOT_FOUND" });
    // The second part of an assistant's answer belongs to the same record.
    await database().message.updateMany({ where: { id: { in: [said.id, plain.id] } }, data: { aiId } });
    expect(await bot.ok<Answer>(AI_ANSWER_OF, { messageId: plain.id })).toMatchObject({ messageId: said.id });
    const member = await createTestMember(workspace.workspaceId, "AGENT");
    const own = api({ token: member.token }, workspace.workspaceId, "/bot/gq");
    expect(await own.refusal(AI_ANSWERS, { aiId })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});

describe("aiFigures", () => {
  test("counts turns by what came of them, by day and by reason; tokens and times", async () => {
    const aiId = await newAi();
    const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 9, day, hour));
    await keep(aiId, { createdAt: at(1, 0), durationMs: 100, promptTokens: 10, completionTokens: 1 });
    await keep(aiId, { createdAt: at(1, 23), durationMs: 300, promptTokens: 20, completionTokens: 2 });
    const handedOver = { outcome: "handedOver" as const, durationMs: 200 };
    await keep(aiId, { ...handedOver, createdAt: at(1), reason: "it found nothing", isUnanswered: true });
    await keep(aiId, { ...handedOver, createdAt: at(3), reason: "it found nothing", isUnanswered: true });
    await keep(aiId, { ...handedOver, createdAt: at(3), reason: "its key was refused" });
    await keep(aiId, { createdAt: at(3), outcome: "ended", durationMs: 400 });
    await keep(aiId, { createdAt: at(3), outcome: "dropped", durationMs: 30_000, promptTokens: 5 });
    // None of these is counted: playground, outside of the period, another assistant.
    await keep(aiId, { createdAt: at(3), isPlayground: true });
    await keep(aiId, { createdAt: at(4, 0) });
    await keep(await newAi(), { createdAt: at(3) });

    const day = (number: number) => at(number, 0).toISOString();
    expect(await bot.ok(AI_FIGURES, { aiId, from: at(1, 0), to: at(4, 0) })).toEqual({
      turns: 7,
      answered: 2,
      handedOver: 3,
      ended: 1,
      dropped: 1,
      unanswered: 2,
      promptTokens: 35,
      completionTokens: 3,
      medianMs: 200,
      p95Ms: 400,
      reasons: [
        { reason: "it found nothing", count: 2 },
        { reason: "its key was refused", count: 1 },
      ],
      days: [
        { day: day(1), answered: 2, handedOver: 1, unanswered: 1 },
        { day: day(2), answered: 0, handedOver: 0, unanswered: 0 },
        { day: day(3), answered: 0, handedOver: 2, unanswered: 1 },
      ],
    });
    expect(await bot.ok<Figures>(AI_FIGURES, { aiId, from: at(20), to: at(21) })).toMatchObject({
      turns: 0,
      medianMs: null,
      p95Ms: null,
      reasons: [],
    });
  });

  test.each([
    ["the wrong way about", "2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z"],
    ["empty", "2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z"],
    ["over 400 days", "2025-01-01T00:00:00Z", "2026-11-01T00:00:00Z"],
  ])("a span that is %s is BAD_INPUT", async (_, from, to) => {
    const aiId = await newAi();
    expect(await bot.refusal(AI_FIGURES, { aiId, from, to })).toMatchObject({ code: "BAD_INPUT", paths: ["input.to"] });
  });

  test("an assistant shows its last 30 days, and the channels whose routing names it", async () => {
    const aiId = await newAi();
    await keep(aiId, {});
    await keep(aiId, { createdAt: new Date(Date.now() - 40 * 86_400_000) });
    const name = async (label: string, properties: object) => {
      const { id } = await createTestIntegration(workspace.workspaceId, { name: label });
      await database().integration.updateMany({ where: { id }, data: { properties } });
      return id;
    };
    const byCountryCodeConfig = [{ code: "PL", assigneeId: aiId }];
    const expected = [
      { integrationId: await name("Alpha", { start: "AI", assigneeId: aiId }), name: "Alpha", type: "CUSTOM" },
      {
        integrationId: await name("Beta", { start: "AI_BY_COUNTRY_CODE", byCountryCodeConfig }),
        name: "Beta",
        type: "CUSTOM",
      },
    ];
    await name("Gamma", { start: "AI", assigneeId: await newAi() });
    const gone = await name("Delta", { assigneeId: aiId });
    await database().integration.updateMany({ where: { id: gone }, data: { deletedAt: new Date() } });
    const ai = await bot.ok<{ channels: unknown; figures: Figures }>(AI_GET, { id: aiId });
    expect(ai.channels).toEqual(expected);
    expect(ai.figures.turns).toBe(1);
    expect(ai.figures.days).toHaveLength(30);
  });
});

describe("over 30,000 answers", () => {
  const COUNT = 30_000;
  let aiId: string;

  beforeAll(async () => {
    aiId = await newAi();
    const { workspaceId } = workspace;
    // Each of 2,000 conversations has one message of its contact, and 15 answers of each of two assistants.
    await pool().query(
      `with conv as (
         insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "lastSeq", ended, "endedBy", "endedAt")
         select $1, gen_random_uuid(), $2, $3, 1, true, 'SYSTEM', now() from generate_series(1, 2000) returning id)
       insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", status, "createdBy")
       select $1, gen_random_uuid(), id, $3, $2, 1, 'Hello', 'text', false, 'delivered', 'test' from conv`,
      [workspaceId, integrationId, someMessage.clientId],
    );
    const assistants = [aiId, await newAi()];
    for (let k = 0; k < 30; k++) {
      await pool().query(
        `insert into "AssistantAnswer" ("workspaceId", id, "aiId", "convId", "clientMessageId", "ownerVersion", outcome, reason,
           "isUnanswered", "durationMs", "promptTokens", "completionTokens", "createdAt")
         select $1, gen_random_uuid(), $2, "convId", id, $3::int,
           (array['answered', 'answered', 'answered', 'handedOver', 'ended'])[n % 5 + 1]::"AnswerOutcome",
           case when n % 5 = 3 then 'reason ' || n % 7 end, n % 50 = 8, n % 3000, 100, 20,
           now() - (n * 50 + $3::int / 2) * interval '100 seconds'
         from (select "convId", id, row_number() over () as n from "Message" where "createdBy" = 'test') m`,
        [workspaceId, assistants[k % 2], k],
      );
    }
    await pool().query(`analyze "AssistantAnswer", "Message", "Conversation"`);
  }, 120_000);

  /** Runs an operation, and returns the plans of its statements on answers, as they were executed. */
  async function plansOf(act: () => Promise<unknown>): Promise<{ ms: number; plans: string[] }> {
    await act();
    const spy = vi.spyOn(pool(), "query");
    const began = performance.now();
    await act();
    const ms = performance.now() - began;
    const statements = spy.mock.calls
      .map(([query]) => query as unknown as { text: string; values: unknown[] })
      .filter((query) => typeof query === "object" && /from\s+"(public"\.")?AssistantAnswer"/i.test(query.text));
    spy.mockRestore();
    expect(statements.length).toBeGreaterThan(0);
    const plans: string[] = [];
    for (const { text, values } of statements) {
      const { rows } = await pool().query<{ "QUERY PLAN": string }>({ text: `explain ${text}`, values });
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return { ms, plans };
  }

  const span = (days: number) => ({
    from: new Date(Date.now() - days * 86_400_000),
    to: new Date(Date.now() + 60_000),
  });

  test.each([
    [
      "aiFigures of 30 days",
      () => bot.ok(AI_FIGURES, { aiId, ...span(30) }),
      // Either index is fine, because they cost the same: by time alone, or by outcome and time.
      "AssistantAnswer_workspaceId_aiId_",
    ],
    ["aiAnswers, first page", () => answers(aiId), "AssistantAnswer_workspaceId_aiId_createdAt_id_idx"],
    ["aiAnswers, unanswered", () => answers(aiId, { isUnanswered: true }), "AssistantAnswer_unanswered_idx"],
    [
      "aiAnswers, deep",
      async () => {
        const after = Buffer.from(`${Date.now() - 50_000 * 100_000} ${randomUUID()}`).toString("base64url");
        await answers(aiId, { after });
      },
      "AssistantAnswer_workspaceId_aiId_createdAt_id_idx",
    ],
  ])("%s reads an index", async (name, act, index) => {
    const { ms, plans } = await plansOf(act);
    console.info(`${name}: ${ms.toFixed(0)} ms over ${COUNT.toLocaleString("en")} answers`);
    const lists = plans.filter((plan) => !plan.includes("unnest") && !plan.includes("ANY ("));
    expect(lists.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on "AssistantAnswer"');
    for (const plan of lists) expect(plan).toContain(index);
  });

  test("aiFigures of all of them at once", async () => {
    const { ms } = await plansOf(() => bot.ok(AI_FIGURES, { aiId, ...span(30) }));
    const all = await plansOf(() => bot.ok(AI_FIGURES, { aiId, ...span(399) }));
    const { turns } = await bot.ok<Figures>(AI_FIGURES, { aiId, ...span(399) });
    console.info(
      `aiFigures: 30 days ${ms.toFixed(0)} ms; all ${turns.toLocaleString("en")} answers ${all.ms.toFixed(0)} ms`,
    );
    expect(turns).toBe(COUNT);
  });
});
