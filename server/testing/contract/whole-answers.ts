import type { GraphQLSchema } from "graphql";
import type { Api } from "../api.ts";
import { documentOf, operationsOf } from "../isolation/operations.ts";

export type Json = Record<string, unknown>;

/** A contract statement about one field, and the assertion that it holds. */
export type Field = [name: string, holds: () => void | Promise<void>];

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Calls operations by name and requests every field of their response. */
export function wholeAnswers(schema: GraphQLSchema, api: Api) {
  const operations = new Map(operationsOf(schema).map((operation) => [operation.name, operation]));
  function document(name: string): string {
    const operation = operations.get(name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    return documentOf(operation);
  }
  return {
    call: <T = Json>(name: string, input: Json = {}) => api.ok<T>(document(name), input),
    /** The first row of a list. */
    first: async (name: string, input: Json = {}) =>
      (await api.ok<{ nodes: Json[] }>(document(name), input)).nodes[0] ?? {},
    refusal: (name: string, input: Json = {}) => api.refusal(document(name), input),
  };
}
