import SchemaBuilder from "@pothos/core";
import PrismaPlugin, { queryFromInfo } from "@pothos/plugin-prisma";
import { GraphQLError, GraphQLScalarType, Kind, type GraphQLResolveInfo, type ValueNode } from "graphql";
import type { Ctx } from "../ctx.ts";
import { getDatamodel } from "../generated/pothos.ts";
import type PrismaTypes from "../generated/pothos.ts";
import type { PrismaClient } from "../generated/prisma/client.ts";
import { readTime } from "../text-rules.ts";

/**
 * What resolvers receive: the workspace's context, the `Idempotency-Key`, the signal for a disconnected caller and, in a
 * large query, a function that runs its root fields one after another.
 */
export type GraphqlContext = {
  ctx: Ctx;
  idempotencyKey: string | null;
  signal: () => AbortSignal;
  inTurn?: <T>(work: () => T | Promise<T>) => Promise<T>;
};

/** The same before the workspace is checked. Introspection needs no workspace. */
export type Served = Omit<GraphqlContext, "ctx"> & { ctx: Ctx | null };

type Types = {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
};

const DATE_TIME = new GraphQLScalarType<Date, string>({
  name: "DateTime",
  description: "ISO 8601 time stamp.",
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null),
});

const JSON_VALUE = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => jsonLiteral(node, variables ?? {}),
});

export type SchemaTypes = PothosSchemaTypes.ExtendDefaultTypes<Types>;
export type Builder = PothosSchemaTypes.SchemaBuilder<SchemaTypes>;

/** For POST /core/gq. */
export const builder = createBuilder();

/** For POST /bot/gq. Each schema has only what is declared on its own builder. */
export const assistantBuilder = createBuilder();

export function createBuilder(): Builder {
  const made = new SchemaBuilder<Types>({
    defaultFieldNullability: false,
    plugins: [PrismaPlugin],
    prisma: { client: ({ ctx }) => connected(ctx.db), dmmf: getDatamodel() },
  });
  made.addScalarType("DateTime", DATE_TIME);
  made.addScalarType("JSON", JSON_VALUE);
  made.queryType({});
  made.mutationType({});
  return made;
}

/**
 * Loads relations through the same client or transaction as the verbs. The plugin's type requires `$connect`, but it never
 * calls it.
 */
function connected(db: Ctx["db"]): Ctx["db"] & Pick<PrismaClient, "$connect"> {
  return db as Ctx["db"] & Pick<PrismaClient, "$connect">;
}

/** The relations that a document selects on a page's rows, so that the query for the rows can include them. */
export function alongside(context: GraphqlContext, info: GraphQLResolveInfo) {
  const { include } = queryFromInfo({ context, info, path: ["nodes"] });
  return include ? { include } : {};
}

/** Field options of an unpaged list, or of JSON with one: the number of rows it counts as (document-cost.ts). */
export function rows(count: number): { extensions: { rows: number } } {
  return { extensions: { rows: count } };
}

function parseDateTime(value: unknown): Date {
  const time = typeof value === "string" ? readTime(value) : null;
  if (time) return time;
  throw new GraphQLError("a time is an ISO 8601 string, like 2026-11-21T09:30:00Z");
}

function jsonLiteral(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, jsonLiteral(field.value, variables)]));
    case Kind.LIST:
      return node.values.map((value) => jsonLiteral(value, variables));
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables[node.name.value];
    default:
      return node.value;
  }
}
