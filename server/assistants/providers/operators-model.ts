import { env } from "../../env.ts";
import type { ModelServer } from "./model-server.ts";

/** The model that the operator configured for this deployment (AI_BASE_URL, AI_MODEL, AI_API_KEY). null: none. */
export function operatorsModel(): ModelServer | null {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = env();
  if (AI_BASE_URL === undefined || AI_MODEL === undefined) return null;
  return { baseUrl: AI_BASE_URL, apiKey: AI_API_KEY ?? null, model: AI_MODEL, isOperators: true };
}

/** The embedding model at the same address (AI_EMBEDDING_MODEL). null: none. */
export function operatorsEmbeddings(): ModelServer | null {
  const { AI_EMBEDDING_MODEL } = env();
  const model = operatorsModel();
  return model === null || AI_EMBEDDING_MODEL === undefined ? null : { ...model, model: AI_EMBEDDING_MODEL };
}
