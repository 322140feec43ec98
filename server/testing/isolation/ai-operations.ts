import { SPAN } from "../span.ts";
import type { Expectation } from "./expectation.ts";

const COPILOT_IDS = { convId: ["conv", "NOT_FOUND"], aiId: ["assistant", "NOT_FOUND"] } as const;

/** Versions, evals and figures of assistants, and what they propose to agents. */
export const AI_OPERATIONS = {
  addEvalQuestion: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({
      aiId: ids.assistant,
      convId: ids.conv,
      question: "New?",
      history: [],
      expects: { refuses: true },
    }),
    ids: { aiId: ["assistant", "NOT_FOUND"], convId: ["conv", "NOT_FOUND"] },
    json: { history: [], expects: [] },
  },
  aiAnswerOf: {
    right: "anyone",
    input: ({ ids }) => ({ messageId: ids.aiMessage }),
    ids: { messageId: ["aiMessage", "NOT_FOUND"] },
  },
  aiAnswers: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  aiFigures: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant, from: SPAN.startDate, to: SPAN.endDate }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  aiVersions: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  cancelEvalRun: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newGoldenAi, newRun }) => ({ id: await newRun((await newGoldenAi()).aiId, "queued") }),
    ids: { id: ["evalRun", "NOT_FOUND"] },
  },
  checkAi: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.assistant, versionId: ids.aiVersion }),
    ids: { id: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  copilot: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv, aiId: ids.assistant }),
    ids: COPILOT_IDS,
  },
  deleteEvalQuestion: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, newQuestion }) => ({ id: await newQuestion(ids.assistant) }),
    ids: { id: ["evalQuestion", "NOT_FOUND"] },
  },
  discardAiDraft: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi() }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  evalQuestions: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  evalResults: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ runId: ids.evalRun }),
    ids: { runId: ["evalRun", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  evalRun: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.evalRun }),
    ids: { id: ["evalRun", "NOT_FOUND"] },
  },
  evalRuns: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  patchEvalQuestion: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.evalQuestion, history: [], expects: { refuses: true } }),
    ids: { id: ["evalQuestion", "NOT_FOUND"] },
    json: { history: [], expects: [] },
  },
  publishAi: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi() }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  questionFromConv: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant, convId: ids.conv, messageId: ids.message }),
    ids: {
      aiId: ["assistant", "NOT_FOUND"],
      convId: ["conv", "NOT_FOUND"],
      messageId: ["message", "NOT_FOUND"],
    },
  },
  restoreAiVersion: {
    right: "MANAGE_WORKSPACE",
    input: ({ newGoldenAi }) => newGoldenAi(),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  rewriteText: {
    right: "anyone",
    input: async ({ ids, newModelAi }) => ({
      convId: ids.conv,
      aiId: await newModelAi(),
      text: "On its way",
      how: "shorter",
    }),
    ids: COPILOT_IDS,
    furthest: "PROVIDER_ERROR",
  },
  saveAiDraft: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, newDraftAi }) => ({
      aiId: await newDraftAi(),
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { aiId: ["assistant", "NOT_FOUND"], "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },
  setAiGate: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi(), score: 50 }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  startEvalRun: {
    right: "MANAGE_WORKSPACE",
    input: ({ newGoldenAi }) => newGoldenAi(),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  suggestAnswer: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv, aiId: ids.assistant }),
    ids: COPILOT_IDS,
  },
} satisfies Record<string, Expectation>;
