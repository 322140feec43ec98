import { addEvalQuestion } from "../assistants/evals/add-eval-question.ts";
import { cancelEvalRun } from "../assistants/evals/cancel-eval-run.ts";
import { compareRuns, scoreOf } from "../assistants/evals/compare-runs.ts";
import { deleteEvalQuestion } from "../assistants/evals/delete-eval-question.ts";
import { getEvalRun } from "../assistants/evals/get-eval-run.ts";
import { listEvalQuestions } from "../assistants/evals/list-eval-questions.ts";
import { listEvalResults, type EvalResultView } from "../assistants/evals/list-eval-results.ts";
import { listEvalRuns } from "../assistants/evals/list-eval-runs.ts";
import { patchEvalQuestion } from "../assistants/evals/patch-eval-question.ts";
import { questionFromConv, type EvalQuestionDraft as QuestionDraft } from "../assistants/evals/question-from-conv.ts";
import { startEvalRun } from "../assistants/evals/start-eval-run.ts";
import type { EvalResult as EvalResultRow } from "../generated/prisma/client.ts";
import { EvalState as STATES } from "../generated/prisma/enums.ts";
import { assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

const EXPECTS =
  `What a good answer does; all of it must hold: \`{contains: [text], containsNot: [text], cites: [title of a source], refuses: bool,
handsOver: bool, ends: bool, tags: [tag], fields: {email: text, …}, judge: rule for a model}\`, any of them. A text stands in an answer
however its numbers, money, case and quotes are written; \`refuses\`: it says that it does not know, or hands over; \`tags: []\`: none.`.replaceAll(
    "\n",
    " ",
  );
const HISTORY = "What was said before, oldest first: `[{role: client|agent|assistant, content}]`, 29 at most.";

const EvalState = builder.enumType("EvalState", { values: Object.values(STATES) });

const EvalQuestion = builder.prismaObject("EvalQuestion", {
  description: "A golden question: what a client may say, and what a good answer does.",
  fields: (t) => ({
    id: t.exposeID("id"),
    aiId: t.exposeID("aiId"),
    question: t.exposeString("question"),
    history: t.field({ type: "JSON", description: HISTORY, resolve: ({ history }) => history }),
    expects: t.field({ type: "JSON", description: EXPECTS, resolve: ({ expects }) => expects }),
    convId: t.exposeID("convId", {
      nullable: true,
      description: "The conversation that it was taken from; empty: it was typed.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
  }),
});

const EvalQuestionPage = pageOf(builder, EvalQuestion);

const EvalQuestionDraft = builder.objectRef<QuestionDraft>("EvalQuestionDraft").implement({
  description: "What a golden question may be made of.",
  fields: (t) => ({
    question: t.exposeString("question"),
    history: t.field({ type: "JSON", description: HISTORY, resolve: ({ history }) => history }),
    suggestion: t.exposeString("suggestion", {
      nullable: true,
      description: "What a person answered; empty: nobody did, in words.",
    }),
  }),
});

const EvalRun = builder.prismaObject("EvalRun", {
  description: "All golden questions of an assistant, put to one of its versions.",
  fields: (t) => ({
    id: t.exposeID("id"),
    aiId: t.exposeID("aiId"),
    versionId: t.exposeID("versionId", { nullable: true }),
    versionNumber: t.exposeInt("versionNumber"),
    state: t.expose("state", { type: EvalState }),
    total: t.exposeInt("total", { description: "Questions." }),
    passed: t.exposeInt("passed"),
    failed: t.exposeInt("failed", { description: "Those that got no answer are among them." }),
    score: t.int({
      nullable: true,
      description: "Per cent that passed, rounded down; empty until it is completed.",
      resolve: (run) => scoreOf(run),
    }),
    error: t.exposeString("error", { nullable: true, description: "Why it failed as a whole." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    startedAt: t.expose("startedAt", { type: "DateTime", nullable: true }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
  }),
});

builder.prismaObjectFields(EvalRun, (t) => ({
  previous: t.field({
    type: EvalRun,
    nullable: true,
    description: "The last completed run before it of another version.",
    resolve: async ({ id }, _, { ctx }) => (await compareRuns(ctx, id)).previous,
  }),
  fixed: t.int({
    description: "Questions that failed in the previous run and passed in this one.",
    resolve: async ({ id }, _, { ctx }) => (await compareRuns(ctx, id)).fixed,
  }),
  broken: t.int({
    description: "Questions that passed in the previous run and failed in this one.",
    resolve: async ({ id }, _, { ctx }) => (await compareRuns(ctx, id)).broken,
  }),
}));

const EvalRunPage = pageOf(builder, EvalRun);

const EvalResult = builder.prismaObject("EvalResult", {
  description: "What came of one question of a run; the question as it was when the run began.",
  fields: (t) => ({
    questionId: t.exposeID("questionId"),
    question: t.exposeString("question"),
    history: t.field({ type: "JSON", description: HISTORY, resolve: ({ history }) => history }),
    expects: t.field({ type: "JSON", resolve: ({ expects }) => expects }),
    passed: t.exposeBoolean("passed", { nullable: true, description: "Empty until it was asked." }),
    previousPassed: t.boolean({
      nullable: true,
      description: "In the previous run; empty where that did not ask it in the same words.",
      resolve: ({ previousPassed }: EvalResultRow & Partial<EvalResultView>) => previousPassed ?? null,
    }),
    checks: t.field({
      type: "JSON",
      nullable: true,
      description:
        "`[{kind, expected, passed, found}]`; passed is null where a model was to judge and did not, which is no pass; kind `answered`: it gave no answer, for the reason in `found`.",
      resolve: ({ checks }) => checks,
    }),
    reply: t.field({
      type: "JSON",
      nullable: true,
      description:
        "`{text, handover, end, tags, fields, isUnanswered, askedBack, passages: [{title, url, heading, content, score, isUsed}]}`; handover is the reason, or null; askedBack is what it asked back before, and was told what is meant, or null.",
      resolve: ({ reply }) => reply,
    }),
    promptTokens: t.exposeInt("promptTokens", { nullable: true }),
    completionTokens: t.exposeInt("completionTokens", { nullable: true }),
    durationMs: t.exposeInt("durationMs", { nullable: true }),
  }),
});

const EvalResultPage = pageOf(builder, EvalResult);

const { query, mutation } = section(builder, "Evals of assistants");

query("evalQuestions", listEvalQuestions, {
  type: EvalQuestionPage,
  input: (t) => ({
    aiId: t.id({ required: true }),
    search: t.string({ description: "Part of the question, in any case." }),
    first: t.int(),
    after: t.string(),
  }),
  says: "An assistant's golden questions, newest first.",
  example: { aiId: "AI_ID", search: "refund", first: 20 },
});

query("questionFromConv", questionFromConv, {
  type: EvalQuestionDraft,
  input: (t) => ({
    aiId: t.id({ required: true }),
    convId: t.id({ required: true }),
    messageId: t.id({ required: true, description: "A message of the client." }),
  }),
  says: "What a golden question may be made of: a client's message, what was said before, what a person answered.",
  example: { aiId: "AI_ID", convId: "CONV_ID", messageId: "MESSAGE_ID" },
});

query("evalRuns", listEvalRuns, {
  type: EvalRunPage,
  input: (t) => ({
    aiId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
  says: "The runs of an assistant's evals, newest first.",
  example: { aiId: "AI_ID", first: 20 },
});

query("evalRun", getEvalRun, {
  type: EvalRun,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "One run: how far it is, its score, and how it differs from the last one of another version.",
  example: { id: "RUN_ID" },
});

query("evalResults", listEvalResults, {
  type: EvalResultPage,
  input: (t) => ({
    runId: t.id({ required: true }),
    passed: t.boolean(),
    changed: t.boolean({ description: "true: only those that came out otherwise in the previous run." }),
    first: t.int(),
    after: t.string(),
  }),
  says: "What came of each question of a run; or only of those that came out otherwise before.",
  example: { runId: "RUN_ID", changed: true, first: 20 },
});

mutation("addEvalQuestion", addEvalQuestion, {
  type: EvalQuestion,
  input: (t) => ({
    aiId: t.id({ required: true }),
    question: t.string({ required: true }),
    history: t.field({ type: "JSON", description: HISTORY }),
    expects: t.field({ type: "JSON", required: true, description: EXPECTS }),
    convId: t.id({ description: "The conversation that it is taken from." }),
  }),
  says: "Adds a golden question: what a client may say, and what a good answer does.",
  example: {
    aiId: "AI_ID",
    question: "How long do I have to send it back?",
    expects: { contains: ["30 days"], cites: ["Returns"], handsOver: false },
  },
});

mutation("patchEvalQuestion", patchEvalQuestion, {
  type: EvalQuestion,
  inputSays: "What is left out stays; history and expects are replaced whole.",
  input: (t) => ({
    id: t.id({ required: true }),
    question: t.string(),
    history: t.field({ type: "JSON" }),
    expects: t.field({ type: "JSON" }),
  }),
  says: "Changes a golden question; runs keep it as it was asked.",
  example: { id: "QUESTION_ID", expects: { contains: ["14 days"] } },
});

mutation("deleteEvalQuestion", deleteEvalQuestion, {
  type: EvalQuestion,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Takes a golden question away; runs keep their results.",
  example: { id: "QUESTION_ID" },
});

mutation("startEvalRun", startEvalRun, {
  type: EvalRun,
  input: (t) => ({
    aiId: t.id({ required: true }),
    versionId: t.id({ description: "Left out: what is live." }),
  }),
  says: "Puts all golden questions to a version, in the background; no conversation is touched.",
  example: { aiId: "AI_ID", versionId: "VERSION_ID" },
});

mutation("cancelEvalRun", cancelEvalRun, {
  type: EvalRun,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Stops a run; what was asked keeps its result.",
  example: { id: "RUN_ID" },
});
