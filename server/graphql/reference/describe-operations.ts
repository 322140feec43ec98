import type { GraphQLField, GraphQLSchema } from "graphql";
import type { OperationTable } from "./operation-words.ts";

/** Gives the operations of a schema their descriptions, so that explorers and generated clients show them too. */
export function describeOperations(schema: GraphQLSchema, words: OperationTable): GraphQLSchema {
  for (const field of operationsOf(schema)) field.description ??= words[field.name]?.summary;
  return schema;
}

/** The root fields of a schema: queries, then mutations. */
export function operationsOf(schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.values(root?.getFields() ?? {}));
}
