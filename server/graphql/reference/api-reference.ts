import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredInputField,
  Kind,
  print,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { operationsOf, SECTIONS, type DeclaredOperation } from "../operation.ts";

export type ReferenceField = { name: string; type: string; isRequired: boolean; description: string | null };
export type ReferenceOperation = {
  name: string;
  kind: "query" | "mutation";
  summary: string;
  /** MANAGE_WORKSPACE, …; null: every role and key. */
  permission: string | null;
  isIdempotent: boolean;
  /** Not available to keys. */
  isForPeople: boolean;
  inputType: string;
  input: ReferenceField[];
  result: string;
  /** A full document and its `input` without workspaceId. Values in CAPITALS are for the caller to fill in. */
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

/** The depth of nested objects in an example. */
const DEPTH = 3;
/** Expensive fields, computed only when selected. Examples leave them out, so that callers do not always request them. */
const COSTLY = new Set(["PageInfo.count"]);

/**
 * The reference of one endpoint, built from its schema. Each section lists queries before mutations, by name.
 * @throws Error for an operation that was not declared with `query()` or `mutation()`.
 */
export function apiReference(path: string, schema: GraphQLSchema): ReferenceEndpoint {
  const operations = operationsOf(schema);
  const sections = SECTIONS.map((title) => ({
    title,
    operations: operations.filter(({ section }) => section === title).map(described),
  })).filter((section) => section.operations.length > 0);
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__") && !["Query", "Mutation"].includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(typeOf);
  return { path, sections, types };
}

function described({ field, kind, input, declared, example, ...rest }: DeclaredOperation): ReferenceOperation {
  return {
    name: field.name,
    kind,
    summary: field.description ?? "",
    permission: declared.may === "USE_CONVS" ? null : declared.may,
    isIdempotent: rest.isIdempotent,
    isForPeople: rest.isForPeople,
    inputType: input.name,
    input: inputFields(input),
    result: String(field.type),
    example: { query: exampleDocument(field, input, kind), input: example },
  };
}

function inputFields(type: GraphQLInputObjectType): ReferenceField[] {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: field.name,
    type: String(field.type),
    isRequired: isRequiredInputField(field),
    description: field.description ?? null,
  }));
  // Required fields first.
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

/** A document that selects everything the operation returns, including nested objects. */
function exampleDocument(
  field: GraphQLField<unknown, unknown>,
  input: GraphQLInputObjectType,
  kind: "query" | "mutation",
): string {
  const selection = selectionOf(field.type, DEPTH);
  const operationName = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  const head = `${kind} ${operationName}($input: ${input.name}!)`;
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
