import { SPAN } from "../span.ts";
import type { Expectation } from "./expectation.ts";

const COPILOT_IDS = { convId: ["conv", "NOT_FOUND"], aiId: ["assistant", "NOT_FOUND"] } as const;

/** POST /bot/gq. */
export const ASSISTANT_OPERATIONS = {
  ai: {
    input: ({ ids }) => ({ id: ids.assistant }),
    ids: { id: ["assistant", "NOT_FOUND"] },
  },
  ais: { input: () => ({}), ids: { after: ["cursor", "own"] } },
  createAi: {
    input: ({ ids }) => ({
      name: "New",
      type: "builtIn",
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },
  deleteAi: {
    input: async ({ newAssistant }) => ({ id: await newAssistant() }),
    ids: { id: ["assistant", "NOT_FOUND"] },
  },
  patchAi: {
    input: ({ ids }) => ({
      id: ids.assistant,
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { id: ["assistant", "NOT_FOUND"], "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },

  // The knowledge of built-in assistants.
  aiSources: {
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  aiPassages: {
    input: async ({ ids, newSource }) => ({ aiId: ids.assistant, sourceId: await newSource(ids.assistant) }),
    ids: {
      aiId: ["assistant", "NOT_FOUND"],
      sourceId: ["aiSource", "NOT_FOUND"],
      after: ["cursor", "own"],
    },
  },
  refreshAiSource: {
    input: async ({ ids, newSource }) => ({ aiId: ids.assistant, sourceId: await newSource(ids.assistant) }),
    ids: { aiId: ["assistant", "NOT_FOUND"], sourceId: ["aiSource", "NOT_FOUND"] },
  },

  // Versions, evals and statistics of assistants, and their suggestions to agents.
  addEvalQuestion: {
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
    input: ({ ids }) => ({ messageId: ids.aiMessage }),
    ids: { messageId: ["aiMessage", "NOT_FOUND"] },
  },
  aiAnswers: {
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  aiFigures: {
    input: ({ ids }) => ({ aiId: ids.assistant, from: SPAN.startDate, to: SPAN.endDate }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  aiVersions: {
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  cancelEvalRun: {
    input: async ({ newGoldenAi, newRun }) => ({ id: await newRun((await newGoldenAi()).aiId, "queued") }),
    ids: { id: ["evalRun", "NOT_FOUND"] },
  },
  checkAi: {
    input: ({ ids }) => ({ id: ids.assistant, versionId: ids.aiVersion }),
    ids: { id: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  copilot: {
    input: ({ ids }) => ({ convId: ids.conv, aiId: ids.assistant }),
    ids: COPILOT_IDS,
  },
  deleteEvalQuestion: {
    input: async ({ ids, newQuestion }) => ({ id: await newQuestion(ids.assistant) }),
    ids: { id: ["evalQuestion", "NOT_FOUND"] },
  },
  discardAiDraft: {
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi() }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  evalQuestions: {
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  evalResults: {
    input: ({ ids }) => ({ runId: ids.evalRun }),
    ids: { runId: ["evalRun", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  evalRun: {
    input: ({ ids }) => ({ id: ids.evalRun }),
    ids: { id: ["evalRun", "NOT_FOUND"] },
  },
  evalRuns: {
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"], after: ["cursor", "own"] },
  },
  patchEvalQuestion: {
    input: ({ ids }) => ({ id: ids.evalQuestion, history: [], expects: { refuses: true } }),
    ids: { id: ["evalQuestion", "NOT_FOUND"] },
    json: { history: [], expects: [] },
  },
  publishAi: {
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi() }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  questionFromConv: {
    input: ({ ids }) => ({ aiId: ids.assistant, convId: ids.conv, messageId: ids.message }),
    ids: {
      aiId: ["assistant", "NOT_FOUND"],
      convId: ["conv", "NOT_FOUND"],
      messageId: ["message", "NOT_FOUND"],
    },
  },
  restoreAiVersion: {
    input: ({ newGoldenAi }) => newGoldenAi(),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  rewriteText: {
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
    input: async ({ ids, newDraftAi }) => ({
      aiId: await newDraftAi(),
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { aiId: ["assistant", "NOT_FOUND"], "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },
  setAiGate: {
    input: async ({ newDraftAi }) => ({ aiId: await newDraftAi(), score: 50 }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  startEvalRun: {
    input: ({ newGoldenAi }) => newGoldenAi(),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
  suggestAnswer: {
    input: ({ ids }) => ({ convId: ids.conv, aiId: ids.assistant }),
    ids: COPILOT_IDS,
  },

  // The playground.
  openPlayground: { input: () => ({}) },
  playgroundChat: {
    input: ({ ids }) => ({ convId: ids.playgroundConv }),
    ids: { convId: ["playgroundConv", "NOT_FOUND"] },
  },
  playgroundChats: { input: () => ({}), ids: { after: ["cursor", "own"] } },
  replayPlayground: {
    input: async ({ ids, testNumber }) => {
      await testNumber();
      return { convId: ids.playgroundConv, aiId: ids.assistant };
    },
    ids: {
      convId: ["playgroundConv", "NOT_FOUND"],
      aiId: ["assistant", "NOT_FOUND"],
      versionId: ["aiVersion", "NOT_FOUND"],
    },
  },
  sayInPlayground: {
    input: async ({ newPlaygroundConv }) => ({ convIds: [await newPlaygroundConv()], content: "Hello" }),
    ids: { "convIds.0": ["playgroundConv", "NOT_FOUND"], externalMessageId: ["externalConversationId", "free"] },
  },
  startPlaygroundChat: {
    input: async ({ ids, testNumber }) => ({ aiId: ids.assistant, phone: await testNumber() }),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
} satisfies Record<string, Expectation>;
