import type { OperationTable } from "./operation-words.ts";

const SECTION = "Knowledge of assistants";

/** Operations of POST /bot/gq on what built-in assistants answer from. */
export const KNOWLEDGE_OPERATIONS: OperationTable = {
  aiSources: {
    section: SECTION,
    summary: "What a built-in assistant answers from, and what came of reading it.",
    input: { aiId: "AI_ID" },
  },
  aiPassages: {
    section: SECTION,
    summary: "What was read of a source, in reading order, as it is searched.",
    input: { aiId: "AI_ID", sourceId: "AI_SOURCE_ID", first: 20 },
  },
  refreshAiSource: {
    section: SECTION,
    summary: "Has a source read again now; what was read before is answered from until then.",
    input: { aiId: "AI_ID", sourceId: "AI_SOURCE_ID" },
  },
};
