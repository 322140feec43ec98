import { AI_OPERATIONS } from "./ai-operations.ts";
import type { Expectation } from "./expectation.ts";
import { KNOWLEDGE_OPERATIONS } from "./knowledge-operations.ts";
import { PLAYGROUND_OPERATIONS } from "./playground-operations.ts";

/** POST /bot/gq. */
export const ASSISTANT_OPERATIONS = {
  ai: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.assistant }),
    ids: { id: ["assistant", "NOT_FOUND"] },
  },
  ais: { right: "MANAGE_WORKSPACE", input: () => ({}), ids: { after: ["cursor", "own"] } },
  createAi: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({
      name: "New",
      type: "builtIn",
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },
  deleteAi: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newAssistant }) => ({ id: await newAssistant() }),
    ids: { id: ["assistant", "NOT_FOUND"] },
  },
  patchAi: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({
      id: ids.assistant,
      integrationProperties: { sources: [{ kind: "file", fileName: ids.document }] },
    }),
    ids: { id: ["assistant", "NOT_FOUND"], "integrationProperties.sources.0.fileName": ["document", "BAD_INPUT"] },
    json: { integrationProperties: ["sources.0.fileName"] },
  },
  ...KNOWLEDGE_OPERATIONS,
  ...AI_OPERATIONS,
  ...PLAYGROUND_OPERATIONS,
} satisfies Record<string, Expectation>;
