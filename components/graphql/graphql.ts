import { initGraphQLTada } from "gql.tada";
import type { introspection as assistantIntrospection } from "./assistant-env.d.ts";
import type { introspection } from "./graphql-env.d.ts";

/** The possible values of a JSON scalar. Read them through a schema or a guard, never by assumption. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Creates a typed document. Every operation has one variable, `$input` (contract.md, GraphQL envelope). */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: Json };
}>();

/** The same for POST /bot/gq: assistants, their playground and their evals (`botRequest`). */
export const botGraphql = initGraphQLTada<{
  introspection: assistantIntrospection;
  scalars: { DateTime: string; JSON: Json };
}>();
