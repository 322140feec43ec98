import type { Expectation } from "./expectation.ts";

/** Operations of POST /bot/gq on what built-in assistants answer from. */
export const KNOWLEDGE_OPERATIONS = {
  aiSources: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ aiId: ids.assistant }),
    ids: { aiId: ["assistant", "NOT_FOUND"] },
  },
  aiPassages: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, newSource }) => ({ aiId: ids.assistant, sourceId: await newSource(ids.assistant) }),
    ids: {
      aiId: ["assistant", "NOT_FOUND"],
      sourceId: ["aiSource", "NOT_FOUND"],
      after: ["cursor", "own"],
    },
  },
  refreshAiSource: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, newSource }) => ({ aiId: ids.assistant, sourceId: await newSource(ids.assistant) }),
    ids: { aiId: ["assistant", "NOT_FOUND"], sourceId: ["aiSource", "NOT_FOUND"] },
  },
} satisfies Record<string, Expectation>;
