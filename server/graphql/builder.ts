import SchemaBuilder from "@pothos/core";
import PrismaPlugin, { queryFromInfo } from "@pothos/plugin-prisma";
import { GraphQLError, GraphQLScalarType, Kind, type GraphQLResolveInfo, type ValueNode } from "graphql";
import type { Ctx } from "../ctx.ts";
import { getDatamodel } from "../generated/pothos.ts";
import type PrismaTypes from "../generated/pothos.ts";
import type { PrismaClient } from "../generated/prisma/client.ts";
import { readTime } from "../text-rules.ts";

/**
 * What resolvers get: the context of the request's workspace, the `Idempotency-Key` it was sent under, what tells that the caller is
 * gone, and, in a large query, what runs its root fields one after the other.
 */
export type GraphqlContext = {
  ctx: Ctx;
  idempotencyKey: string | null;
  signal: () => AbortSignal;
  inTurn?: <T>(work: () => T | Promise<T>) => Promise<T>;
};

/** The same before a caller's workspace is known to be there: introspection needs none. */
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

/** Of POST /core/gq. */
export const builder = createBuilder();

/** Of POST /bot/gq. What is declared on one of the two is not in the other: a schema holds all that its builder was told. */
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

/** Relations are read through what the request's verbs read through. The plugin asks for `$connect` and never calls it. */
function connected(db: Ctx["db"]): Ctx["db"] & Pick<PrismaClient, "$connect"> {
  return db as Ctx["db"] & Pick<PrismaClient, "$connect">;
}

/** The relations that a document selects of a page's rows, for the statement that reads the rows. */
export function alongside(context: GraphqlContext, info: GraphQLResolveInfo) {
  const { include } = queryFromInfo({ context, info, path: ["nodes"] });
  return include ? { include } : {};
}

/** Field options of a list without paging, or of JSON that holds one: the rows that it counts as (document-cost.ts). */
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
