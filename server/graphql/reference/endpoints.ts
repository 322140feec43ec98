import { coreSchema, assistantSchema } from "../schema.ts";
import { apiReference } from "./api-reference.ts";
import { ASSISTANT_OPERATIONS } from "./assistant-operations.ts";
import { CORE_OPERATIONS } from "./core-operations.ts";

/** Every GraphQL endpoint with its schema and the words of its operations. */
export const ENDPOINTS = [
  { path: "/core/gq", schema: coreSchema, words: CORE_OPERATIONS },
  { path: "/bot/gq", schema: assistantSchema, words: ASSISTANT_OPERATIONS },
] as const;

/** The reference of all endpoints, as the portal and the file show it. */
export function wholeReference() {
  return ENDPOINTS.map(({ path, schema, words }) => apiReference(path, schema, words));
}
