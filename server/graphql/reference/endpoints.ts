import { coreSchema, assistantSchema } from "../schema.ts";
import { apiReference } from "./api-reference.ts";

/** Every GraphQL endpoint with its schema. */
export const ENDPOINTS = [
  { path: "/core/gq", schema: coreSchema },
  { path: "/bot/gq", schema: assistantSchema },
] as const;

/** The reference of all endpoints, as the portal and the file show it. */
export function wholeReference() {
  return ENDPOINTS.map(({ path, schema }) => apiReference(path, schema));
}
