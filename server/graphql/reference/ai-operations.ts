import type { OperationTable } from "./operation-words.ts";

const VERSION_SECTION = "Versions of assistants";
const EVAL_SECTION = "Evals of assistants";
const FIGURE_SECTION = "What assistants did";
const COPILOT_SECTION = "Copilot";

const VERSIONS: OperationTable = {
  aiVersions: {
    section: VERSION_SECTION,
    summary: "An assistant's versions, newest first: the draft, what is live, and what was.",
    input: { aiId: "AI_ID", first: 20 },
  },
  saveAiDraft: {
    section: VERSION_SECTION,
    summary: "Prepares changes of integrationProperties without touching what is live.",
    input: {
      aiId: "AI_ID",
      integrationProperties: { instructions: "Answer in one sentence." },
      note: "Shorter answers",
    },
  },
  discardAiDraft: {
    section: VERSION_SECTION,
    summary: "Gives the draft up; it can be restored.",
    input: { aiId: "AI_ID" },
  },
  publishAi: {
    section: VERSION_SECTION,
    summary: "The draft goes live; where a gate is set, a conflict says what it misses.",
    input: { aiId: "AI_ID", note: "Shorter answers" },
  },
  restoreAiVersion: {
    section: VERSION_SECTION,
    summary: "Makes a draft of what an earlier version was.",
    input: { aiId: "AI_ID", versionId: "VERSION_ID" },
  },
  setAiGate: {
    section: VERSION_SECTION,
    summary: "How much of its golden questions a draft must pass to go live; patchAi then leaves the properties alone.",
    input: { aiId: "AI_ID", score: 90 },
  },
  checkAi: {
    section: VERSION_SECTION,
    summary: "Tries an assistant's settings by asking it something, once.",
    input: { id: "AI_ID" },
  },
};

const EVALS: OperationTable = {
  evalQuestions: {
    section: EVAL_SECTION,
    summary: "An assistant's golden questions, newest first.",
    input: { aiId: "AI_ID", search: "refund", first: 20 },
  },
  addEvalQuestion: {
    section: EVAL_SECTION,
    summary: "Adds a golden question: what a client may say, and what a good answer does.",
    input: {
      aiId: "AI_ID",
      question: "How long do I have to send it back?",
      expects: { contains: ["30 days"], cites: ["Returns"], handsOver: false },
    },
  },
  patchEvalQuestion: {
    section: EVAL_SECTION,
    summary: "Changes a golden question; runs keep it as it was asked.",
    input: { id: "QUESTION_ID", expects: { contains: ["14 days"] } },
  },
  deleteEvalQuestion: {
    section: EVAL_SECTION,
    summary: "Takes a golden question away; runs keep their results.",
    input: { id: "QUESTION_ID" },
  },
  questionFromConv: {
    section: EVAL_SECTION,
    summary: "What a golden question may be made of: a client's message, what was said before, what a person answered.",
    input: { aiId: "AI_ID", convId: "CONV_ID", messageId: "MESSAGE_ID" },
  },
  startEvalRun: {
    section: EVAL_SECTION,
    summary: "Puts all golden questions to a version, in the background; no conversation is touched.",
    input: { aiId: "AI_ID", versionId: "VERSION_ID" },
  },
  cancelEvalRun: {
    section: EVAL_SECTION,
    summary: "Stops a run; what was asked keeps its result.",
    input: { id: "RUN_ID" },
  },
  evalRuns: {
    section: EVAL_SECTION,
    summary: "The runs of an assistant's evals, newest first.",
    input: { aiId: "AI_ID", first: 20 },
  },
  evalRun: {
    section: EVAL_SECTION,
    summary: "One run: how far it is, its score, and how it differs from the last one of another version.",
    input: { id: "RUN_ID" },
  },
  evalResults: {
    section: EVAL_SECTION,
    summary: "What came of each question of a run; or only of those that came out otherwise before.",
    input: { runId: "RUN_ID", changed: true, first: 20 },
  },
};

const FIGURES: OperationTable = {
  aiFigures: {
    section: FIGURE_SECTION,
    summary: "How an assistant did in a span: answers, handovers and why, unanswered questions, tokens, time.",
    input: { aiId: "AI_ID", from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" },
  },
  aiAnswers: {
    section: FIGURE_SECTION,
    summary: "An assistant's turns with clients, newest first; or only the questions that it could not answer.",
    input: { aiId: "AI_ID", isUnanswered: true, first: 20 },
  },
  aiAnswerOf: {
    section: FIGURE_SECTION,
    summary: "Why an assistant wrote a message: what it drew on, how long it took.",
    input: { messageId: "MESSAGE_ID" },
  },
};

const COPILOT: OperationTable = {
  copilot: {
    section: COPILOT_SECTION,
    summary: "Which assistants an agent can ask in a conversation, and whether a model is connected that rewrites.",
    input: { convId: "CONV_ID" },
  },
  suggestAnswer: {
    section: COPILOT_SECTION,
    summary:
      "What an assistant would answer to the client, with its sources. It only proposes: nothing is sent or done.",
    input: { convId: "CONV_ID" },
  },
  rewriteText: {
    section: COPILOT_SECTION,
    summary:
      "Puts a text otherwise, or into the language that the client writes, by a connected model. It only proposes.",
    input: { convId: "CONV_ID", text: "Your parcel arives tomorow.", how: "spelling" },
  },
};

/** Versions, evals and figures of assistants, and what they propose to agents. */
export const AI_OPERATIONS: OperationTable = { ...VERSIONS, ...EVALS, ...FIGURES, ...COPILOT };
