import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredInputField,
  Kind,
  print,
} from "graphql";
import type {
  GraphQLField,
  GraphQLInputObjectType,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionSetNode,
} from "graphql";
import { operationsOf } from "./describe-operations.ts";
import type { OperationTable } from "./operation-words.ts";

export type ReferenceField = { name: string; type: string; isRequired: boolean; description: string | null };
export type ReferenceOperation = {
  name: string;
  kind: "query" | "mutation";
  summary: string;
  /** MANAGE_WORKSPACE, …; null: every role and key. */
  permission: string | null;
  isIdempotent: boolean;
  /** Not for keys. */
  isForPeople: boolean;
  inputType: string;
  input: ReferenceField[];
  result: string;
  /** A whole document and its `input` without workspaceId: what CAPITALS stand for is the caller's to fill in. */
  example: { query: string; input: Record<string, unknown> };
};
export type ReferenceType = {
  name: string;
  kind: "object" | "input" | "enum";
  description: string | null;
  fields: ReferenceField[];
  values: string[];
};
export type ReferenceEndpoint = {
  path: string;
  sections: { title: string; operations: ReferenceOperation[] }[];
  types: ReferenceType[];
};

/** Nested objects of an example's answer are followed this far. */
const DEPTH = 3;
/** Worked out only when selected: an example should not teach to ask for it always. */
const COSTLY = new Set(["PageInfo.count"]);

/**
 * The reference of one endpoint: everything from the schema, in the words and the order of the table.
 * @throws Error when an operation has no words, or words no operation.
 */
export function apiReference(path: string, schema: GraphQLSchema, words: OperationTable): ReferenceEndpoint {
  const fields = new Map(operationsOf(schema).map((field) => [field.name, field]));
  const wordless = [...fields.keys()].filter((name) => !Object.hasOwn(words, name));
  const idle = Object.keys(words).filter((name) => !fields.has(name));
  if (wordless.length > 0) throw new Error(`${path}: no words in the reference for ${wordless.join(", ")}`);
  if (idle.length > 0)
    throw new Error(`${path}: the reference names operations that are not there: ${idle.join(", ")}`);

  const sections = new Map<string, ReferenceOperation[]>();
  for (const [name, { section, summary, input, idempotent, signedIn }] of Object.entries(words)) {
    const field = fields.get(name);
    if (!field) continue;
    const kind = schema.getMutationType()?.getFields()[name] ? "mutation" : "query";
    const operation = {
      ...described(field, kind),
      summary,
      isIdempotent: idempotent === true,
      isForPeople: signedIn === true,
    };
    const example = { query: exampleDocument(field, kind), input };
    sections.set(section, [...(sections.get(section) ?? []), { ...operation, example }]);
  }
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__") && !["Query", "Mutation"].includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(typeOf);
  return { path, sections: [...sections].map(([title, operations]) => ({ title, operations })), types };
}

function described(field: GraphQLField<unknown, unknown>, kind: "query" | "mutation") {
  const input = getNamedType(field.args.find(({ name }) => name === "input")?.type);
  if (!isInputObjectType(input)) throw new Error(`${field.name} has no argument named input`);
  const permission = field.extensions.permission;
  return {
    name: field.name,
    kind,
    permission: typeof permission === "string" ? permission : null,
    inputType: input.name,
    input: inputFields(input),
    result: String(field.type),
  };
}

function inputFields(type: GraphQLInputObjectType): ReferenceField[] {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    type: String(field.type),
    isRequired: isRequiredInputField(field),
    description: field.description ?? null,
  }));
  // What must be given first.
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

function typeOf(type: GraphQLNamedType): ReferenceType[] {
  const { name } = type;
  const description = type.description ?? null;
  if (isEnumType(type)) {
    return [{ name, kind: "enum", description, fields: [], values: type.getValues().map((value) => value.name) }];
  }
  if (isInputObjectType(type)) return [{ name, kind: "input", description, fields: inputFields(type), values: [] }];
  if (!isObjectType(type)) return [];
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    type: String(field.type),
    isRequired: false,
    description: field.description ?? null,
  }));
  return [{ name, kind: "object", description, fields, values: [] }];
}

/** A document that asks for everything the operation answers, nested objects included. */
function exampleDocument(field: GraphQLField<unknown, unknown>, kind: "query" | "mutation"): string {
  const input = getNamedType(field.args.find(({ name }) => name === "input")?.type);
  const selection = selectionOf(field.type, DEPTH);
  const operationName = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  const head = `${kind} ${operationName}($input: ${String(input)}!)`;
  return `${head} {\n  ${field.name}(input: $input)${selection ? ` ${indented(print(selection))}` : ""}\n}`;
}

function selectionOf(type: GraphQLOutputType, depth: number): SelectionSetNode | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named) || depth === 0) return undefined;
  const selections = Object.values(named.getFields()).flatMap((field) => {
    if (COSTLY.has(`${named.name}.${field.name}`)) return [];
    const nested = selectionOf(field.type, depth - 1);
    if (!nested && !isLeafType(getNamedType(field.type))) return [];
    const name = { kind: Kind.NAME, value: field.name } as const;
    return [{ kind: Kind.FIELD, name, ...(nested ? { selectionSet: nested } : {}) } as const];
  });
  return { kind: Kind.SELECTION_SET, selections };
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
