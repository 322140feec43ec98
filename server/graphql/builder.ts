import SchemaBuilder from "@pothos/core";
import { GraphQLError, GraphQLScalarType, Kind } from "graphql";
import type { ValueNode } from "graphql";
import { NIL, validate as isUuid } from "uuid";
import type { Permission } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";

/** What resolvers get: the context of the request's workspace, and the `Idempotency-Key` it was sent under. */
export type GraphqlContext = { ctx: Ctx; idempotencyKey: string | null };

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
}>({ defaultFieldNullability: false });

/** Field options of an operation that needs more than a seat: asked before the input is looked at (decisions section 1). */
export function needs(permission: Permission): { extensions: { permission: Permission } } {
  return { extensions: { permission } };
}

/** Every id that we give out is a UUID; any other text names nothing, and is looked up as the id that never exists. */
export function idOrNil(text: string): string {
  return isUuid(text) ? text.toLowerCase() : NIL;
}

builder.addScalarType(
  "DateTime",
  new GraphQLScalarType<Date, string>({
    name: "DateTime",
    description: "ISO 8601 time stamp.",
    serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
    parseValue: parseDateTime,
    parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null),
  }),
);

builder.addScalarType(
  "JSON",
  new GraphQLScalarType<unknown, unknown>({
    name: "JSON",
    description: "Any JSON value.",
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => jsonLiteral(node, variables ?? {}),
  }),
);

builder.queryType({});
builder.mutationType({});

// Years past these bounds are no times that a message can have, and Postgres would refuse some of them.
const EARLIEST = Date.parse("1970-01-01T00:00:00Z");
const LATEST = Date.parse("2200-01-01T00:00:00Z");
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function parseDateTime(value: unknown): Date {
  if (typeof value === "string" && ISO_8601.test(value)) {
    // A time without a zone is UTC (decisions section 1: times are UTC), where Date would take the machine's.
    const zoned = !value.includes("T") || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`;
    const time = Date.parse(zoned);
    if (time >= EARLIEST && time <= LATEST) return new Date(time);
  }
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
