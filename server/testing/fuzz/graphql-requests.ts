import fc from "fast-check";
import {
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import { documentOf, literalDocumentOf, operationsOf, type Operation } from "../isolation/operations.ts";
import { CALLERS } from "../isolation/roles.ts";
import { change, changed, oddText, oddValue, type Change } from "./odd-values.ts";

/** The callers: those of the workspace, and unknown ones. */
export const ASKERS = [...CALLERS, "nobody", "bad token"] as const;
export type Asker = (typeof ASKERS)[number];

/** A request to make from a valid input of its operation. */
export type Asked = {
  operation: number;
  asker: Asker;
  changes: Change[];
  /** Which fields to request, one number per choice. */
  choices: number[];
  form: "variables" | "literal" | "fields" | "text" | "other variables" | "other body";
  frame: "plain" | "fragment" | "inline" | "aliases" | "directives" | "introspection" | "two operations";
  workspace: "own" | "left out" | "foreign" | "odd";
  odd: unknown;
  text: string;
  accept: string;
};

export const asked: fc.Arbitrary<Asked> = fc.record({
  operation: fc.nat(),
  asker: fc.oneof(
    { weight: 8, arbitrary: fc.constant("OWNER" as const) },
    { weight: 5, arbitrary: fc.constantFrom(...ASKERS) },
  ),
  changes: fc.array(change, { maxLength: 3 }),
  choices: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 40 }),
  form: fc.oneof(
    { weight: 12, arbitrary: fc.constant("variables" as const) },
    { weight: 4, arbitrary: fc.constant("literal" as const) },
    { weight: 1, arbitrary: fc.constantFrom("text" as const, "other variables" as const, "other body" as const) },
  ),
  frame: fc.oneof(
    { weight: 8, arbitrary: fc.constant("plain" as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "fragment" as const,
        "inline" as const,
        "aliases" as const,
        "directives" as const,
        "introspection" as const,
        "two operations" as const,
      ),
    },
  ),
  workspace: fc.oneof(
    { weight: 30, arbitrary: fc.constant("own" as const) },
    { weight: 1, arbitrary: fc.constantFrom("left out" as const, "foreign" as const, "odd" as const) },
  ),
  odd: oddValue,
  text: oddText,
  accept: fc.constantFrom("application/json", "application/graphql-response+json", "*/*", "text/html"),
});

/** The operations of a schema, with the types needed to select parts of their responses. */
export function askable(schema: GraphQLSchema): { operation: Operation; type: GraphQLOutputType }[] {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  return operationsOf(schema).map((operation) => {
    const field = fields[operation.name];
    if (!field) throw new Error(`no field ${operation.name}`);
    return { operation, type: field.type };
  });
}

/** The body of the request, made from a valid input of the operation. */
export function bodyOf(
  { operation, type }: { operation: Operation; type: GraphQLOutputType },
  given: Record<string, unknown>,
  { own, foreign }: { own: number; foreign: number },
  how: Asked,
): Buffer {
  const input = changed(given, how.changes) as Record<string, unknown> | undefined;
  const workspaceId = { own, foreign, "left out": undefined, odd: how.odd }[how.workspace];
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const full = isObject ? { ...input, workspaceId } : input;
  const selected = { ...operation, selection: selectionOf(type, how.choices) };
  if (how.form === "text") return json({ query: how.text, variables: { input: { workspaceId: own } } });
  if (how.form === "other body") return json(how.odd);
  if (how.form === "other variables") return json({ query: documentOf(selected), variables: how.odd });
  // With a literal input, the variables contain only the caller's own workspace.
  if (how.form === "literal") {
    const query = framed(literalDocumentOf(selected, literalFit(full)), how);
    return json({ query, variables: { input: { workspaceId } } });
  }
  return json({ query: framed(documentOf(selected), how), variables: { input: full } });
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? "");
}

/** Prepares a value for a literal: removes names that a document cannot contain, and replaces too deep nesting with null. */
function literalFit(value: unknown, levels = 100): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((item) => literalFit(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, item]) => /^[_A-Za-z]\w*$/.test(name) && item !== undefined)
      .map(([name, item]) => [name, literalFit(item, levels - 1)]),
  );
}

/** A selection of the fields: the next choice takes or skips each one, and at least one is taken. */
function selectionOf(type: GraphQLOutputType, choices: number[]): string {
  let at = 0;
  const next = () => choices[at++ % choices.length] ?? 0;
  const select = (named: GraphQLObjectType, levels: number): string => {
    const fields = Object.values(named.getFields()).flatMap((field) => {
      if (next() < 4) return [];
      const inner = getNamedType(field.type);
      if (!isCompositeType(inner)) return [next() === 9 ? `a${at}: ${field.name}` : field.name];
      return isObjectType(inner) && levels > 0 ? [field.name + select(inner, levels - 1)] : [];
    });
    return ` { ${fields.length > 0 ? fields.join(" ") : "__typename"} }`;
  };
  const named = getNamedType(type);
  // Twelve levels exceed the limit, so it refuses some documents.
  return isObjectType(named) ? select(named, next() === 9 ? 12 : 4) : "";
}

/** The document in a different syntax. */
function framed(query: string, { frame, choices }: Asked): string {
  const begin = query.indexOf("{ ");
  const [head, set] = [query.slice(0, begin), query.slice(begin)];
  const inner = set.slice(2, -2);
  const root = head.startsWith("mutation") ? "Mutation" : "Query";
  switch (frame) {
    case "fragment":
      return `${head}{ ...F ...F } fragment F on ${root} { ${inner} }`;
    case "inline":
      return `${head}{ ... on ${root} { ${inner} } ... @include(if: ${choices[0] === 0}) { __typename } }`;
    case "aliases": {
      // Sometimes one too many.
      const count = choices[0] === 9 ? 31 : 1 + ((choices[0] ?? 0) % 3);
      return `${head}{ ${Array.from({ length: count }, (_, no) => `n${no}: ${inner}`).join(" ")} }`;
    }
    case "directives": {
      // Sometimes one too many.
      const pairs = choices[0] === 9 ? 26 : 1;
      return `${head}{ ${"... @skip(if: false) @include(if: true) { __typename } ".repeat(pairs)}${inner} }`;
    }
    case "introspection":
      return `${head}{ __typename __schema { queryType { name } } ${inner} }`;
    case "two operations":
      return `${query} query Other { __typename }`;
    default:
      return query;
  }
}
