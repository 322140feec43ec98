import { addEvalQuestion } from "../assistants/evals/add-eval-question.ts";
import { cancelEvalRun } from "../assistants/evals/cancel-eval-run.ts";
import { compareRuns } from "../assistants/evals/compare-runs.ts";
import { deleteEvalQuestion } from "../assistants/evals/delete-eval-question.ts";
import { getEvalRun } from "../assistants/evals/get-eval-run.ts";
import { listEvalQuestions } from "../assistants/evals/list-eval-questions.ts";
import { listEvalResults } from "../assistants/evals/list-eval-results.ts";
import type { EvalResultView } from "../assistants/evals/list-eval-results.ts";
import { listEvalRuns } from "../assistants/evals/list-eval-runs.ts";
import { patchEvalQuestion } from "../assistants/evals/patch-eval-question.ts";
import { questionFromConv } from "../assistants/evals/question-from-conv.ts";
import type { EvalQuestionDraft as QuestionDraft } from "../assistants/evals/question-from-conv.ts";
import { scoreOf } from "../assistants/evals/run-score.ts";
import { startEvalRun } from "../assistants/evals/start-eval-run.ts";
import type { EvalQuestion as EvalQuestionRow, EvalRun as EvalRunRow } from "../generated/prisma/client.ts";
import { EvalState as STATES } from "../generated/prisma/enums.ts";
import type { Page } from "../page.ts";
import { assistantBuilder as builder, needs } from "./builder.ts";
import { AssistantPageInfo } from "./page-info.ts";

const EXPECTS =
  `What a good answer does; all of it must hold: \`{contains: [text], containsNot: [text], cites: [title of a source], refuses: bool,
handsOver: bool, ends: bool, tags: [tag], fields: {email: text, …}, judge: rule for a model}\`, any of them. A text stands in an answer
however its numbers, money, case and quotes are written; \`refuses\`: it says that it does not know, or hands over; \`tags: []\`: none.`.replaceAll(
    "\n",
    " ",
  );
const HISTORY = "What was said before, oldest first: `[{role: client|agent|assistant, content}]`, 29 at most.";

const EvalState = builder.enumType("EvalState", { values: Object.values(STATES) });

const EvalQuestion = builder.objectRef<EvalQuestionRow>("EvalQuestion").implement({
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

const EvalQuestionPage = builder.objectRef<Page<EvalQuestionRow>>("EvalQuestionPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [EvalQuestion], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: AssistantPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

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

const EvalRun = builder.objectRef<EvalRunRow>("EvalRun");
EvalRun.implement({
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
  }),
});

const EvalRunPage = builder.objectRef<Page<EvalRunRow>>("EvalRunPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [EvalRun], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: AssistantPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const EvalResult = builder.objectRef<EvalResultView>("EvalResult").implement({
  description: "What came of one question of a run; the question as it was when the run began.",
  fields: (t) => ({
    questionId: t.exposeID("questionId"),
    question: t.exposeString("question"),
    history: t.field({ type: "JSON", description: HISTORY, resolve: ({ history }) => history }),
    expects: t.field({ type: "JSON", resolve: ({ expects }) => expects }),
    passed: t.exposeBoolean("passed", { nullable: true, description: "Empty until it was asked." }),
    previousPassed: t.exposeBoolean("previousPassed", {
      nullable: true,
      description: "In the previous run; empty where that did not ask it in the same words.",
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

const EvalResultPage = builder.objectRef<Page<EvalResultView>>("EvalResultPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [EvalResult], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: AssistantPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const EvalQuestionsInput = builder.inputType("EvalQuestionsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    search: t.string({ description: "Part of the question, in any case." }),
    first: t.int(),
    after: t.string(),
  }),
});

const EvalQuestionAddInput = builder.inputType("EvalQuestionAddInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    question: t.string({ required: true }),
    history: t.field({ type: "JSON", description: HISTORY }),
    expects: t.field({ type: "JSON", required: true, description: EXPECTS }),
    convId: t.id({ description: "The conversation that it is taken from." }),
  }),
});

const EvalQuestionPatchInput = builder.inputType("EvalQuestionPatchInput", {
  description: "What is left out stays; history and expects are replaced whole.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    question: t.string(),
    history: t.field({ type: "JSON" }),
    expects: t.field({ type: "JSON" }),
  }),
});

const EvalQuestionDeleteInput = builder.inputType("EvalQuestionDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const QuestionFromConvInput = builder.inputType("QuestionFromConvInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    convId: t.id({ required: true }),
    messageId: t.id({ required: true, description: "A message of the client." }),
  }),
});

const EvalRunsInput = builder.inputType("EvalRunsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
});

const EvalRunInput = builder.inputType("EvalRunInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const EvalResultsInput = builder.inputType("EvalResultsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    runId: t.id({ required: true }),
    passed: t.boolean(),
    changed: t.boolean({ description: "true: only those that came out otherwise in the previous run." }),
    first: t.int(),
    after: t.string(),
  }),
});

const EvalRunStartInput = builder.inputType("EvalRunStartInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    versionId: t.id({ description: "Left out: what is live." }),
  }),
});

const EvalRunCancelInput = builder.inputType("EvalRunCancelInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

builder.queryFields((t) => ({
  evalQuestions: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalQuestionPage,
    args: { input: t.arg({ type: EvalQuestionsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listEvalQuestions(ctx, input),
  }),
  questionFromConv: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalQuestionDraft,
    args: { input: t.arg({ type: QuestionFromConvInput, required: true }) },
    resolve: (_, { input }, { ctx }) => questionFromConv(ctx, input),
  }),
  evalRuns: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalRunPage,
    args: { input: t.arg({ type: EvalRunsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listEvalRuns(ctx, input),
  }),
  evalRun: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalRun,
    args: { input: t.arg({ type: EvalRunInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getEvalRun(ctx, input),
  }),
  evalResults: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalResultPage,
    args: { input: t.arg({ type: EvalResultsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listEvalResults(ctx, input),
  }),
}));

builder.mutationFields((t) => ({
  addEvalQuestion: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalQuestion,
    args: { input: t.arg({ type: EvalQuestionAddInput, required: true }) },
    resolve: (_, { input }, { ctx }) => addEvalQuestion(ctx, input),
  }),
  patchEvalQuestion: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalQuestion,
    args: { input: t.arg({ type: EvalQuestionPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchEvalQuestion(ctx, input),
  }),
  deleteEvalQuestion: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalQuestion,
    args: { input: t.arg({ type: EvalQuestionDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deleteEvalQuestion(ctx, input),
  }),
  startEvalRun: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalRun,
    args: { input: t.arg({ type: EvalRunStartInput, required: true }) },
    resolve: (_, { input }, { ctx }) => startEvalRun(ctx, input),
  }),
  cancelEvalRun: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: EvalRun,
    args: { input: t.arg({ type: EvalRunCancelInput, required: true }) },
    resolve: (_, { input }, { ctx }) => cancelEvalRun(ctx, input),
  }),
}));
