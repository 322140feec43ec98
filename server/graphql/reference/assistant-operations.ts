import { AI_OPERATIONS } from "./ai-operations.ts";
import { KNOWLEDGE_OPERATIONS } from "./knowledge-operations.ts";
import type { OperationTable } from "./operation-words.ts";
import { PLAYGROUND_OPERATIONS } from "./playground-operations.ts";

const SECTION = "AI assistants";

/** Every operation of POST /bot/gq, in the order of the reference. */
export const ASSISTANT_OPERATIONS: OperationTable = {
  ais: { section: SECTION, summary: "The assistants, newest first.", input: { first: 20 } },
  ai: { section: SECTION, summary: "One assistant, its secrets masked.", input: { id: "AI_ID" } },
  createAi: {
    section: SECTION,
    summary: "Makes an assistant; its secrets are write-only.",
    input: {
      name: "First line",
      type: "provider_a",
      integrationProperties: {
        apiKey: "YOUR_PROVIDER_KEY",
        model: "a-model",
        instructions: "Answer in two sentences.",
      },
    },
  },
  patchAi: {
    section: SECTION,
    summary: "Renames an assistant, or changes some of its integrationProperties.",
    input: { id: "AI_ID", integrationProperties: { instructions: "Answer in one sentence." } },
  },
  deleteAi: {
    section: SECTION,
    summary: "Deletes an assistant; the conversations it holds are handed to agents first.",
    input: { id: "AI_ID" },
  },
  ...KNOWLEDGE_OPERATIONS,
  ...AI_OPERATIONS,
  ...PLAYGROUND_OPERATIONS,
};
