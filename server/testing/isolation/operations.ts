import {
  GraphQLID,
  GraphQLString,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";

export type Operation = {
  name: string;
  isQuery: boolean;
  inputType: GraphQLInputType;
  /** A selection of every field of the response. */
  selection: string;
};

export function operationsOf(schema: GraphQLSchema): Operation[] {
  const read = (field: GraphQLField<unknown, unknown>, isQuery: boolean): Operation => {
    const [input, ...more] = field.args;
    if (input?.name !== "input" || more.length > 0) throw new Error(`${field.name} does not take one input`);
    return { name: field.name, isQuery, inputType: input.type, selection: selectionOf(field.type, []) };
  };
  return [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => read(field, true)),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => read(field, false)),
  ];
}

/** The operation's document, with its input in the variable of this name. */
export function documentOf({ name, isQuery, inputType, selection }: Operation, variable = "input"): string {
  const kind = isQuery ? "query" : "mutation";
  return `${kind} ($${variable}: ${String(inputType)}) { ${name}(input: $${variable})${selection} }`;
}

export function literalDocumentOf({ name, isQuery, inputType, selection }: Operation, input: unknown): string {
  return `${isQuery ? "query" : "mutation"} { ${name}(input: ${literal(input, inputType)})${selection} }`;
}

function selectionOf(type: GraphQLOutputType, above: string[]): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return "";
  if (!isObjectType(named)) throw new Error(`${named.name} is no object type`);
  const fields = Object.values(named.getFields())
    // A type that contains itself would recurse for ever. One level is enough to see its fields.
    .filter((field) => !above.includes(getNamedType(field.type).name))
    .map((field) => field.name + selectionOf(field.type, [...above, named.name]));
  return ` { ${fields.join(" ")} }`;
}

/** Fields of type String whose name shows that they name a row. */
const NAMED_LIKE_AN_ID = /(?:Id|Ids|ID)$|^(?:fileName|stage|after)$/;

/** The paths of an input that can contain an id, by type and by name: `convId`, `patches.0.id`. */
export function idPaths(type: GraphQLInputType, path: string[] = []): string[] {
  const inner = getNullableType(type);
  if (isListType(inner)) return idPaths(inner.ofType, [...path, "0"]);
  if (inner === GraphQLID) return [path.join(".")];
  if (inner === GraphQLString) {
    const name = path.findLast((part) => part !== "0") ?? "";
    return NAMED_LIKE_AN_ID.test(name) ? [path.join(".")] : [];
  }
  if (!isInputObjectType(inner)) return [];
  return Object.values(inner.getFields()).flatMap((field) => idPaths(field.type, [...path, field.name]));
}

/** The fields of an input that accept any JSON. Types do not show which ids they contain. */
export function jsonFields(type: GraphQLInputType): string[] {
  const inner = getNullableType(type);
  if (!isInputObjectType(inner)) return [];
  return Object.values(inner.getFields())
    .filter((field) => getNamedType(field.type).name === "JSON")
    .map((field) => field.name);
}

/** A copy of the input with the value at this path. Missing objects on the path are created. */
export function withValue(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(input);
  const parts = path.split(".");
  let place = copy as Record<string, unknown>;
  parts.forEach((part, index) => {
    if (index === parts.length - 1) place[part] = value;
    else place = (place[part] ??= parts[index + 1] === "0" ? [] : {}) as Record<string, unknown>;
  });
  return copy;
}

function literal(value: unknown, type?: GraphQLInputType): string {
  const inner = type && getNullableType(type);
  if (Array.isArray(value)) {
    return `[${value.map((item) => literal(item, isListType(inner) ? inner.ofType : undefined)).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}: ${literal(item, fields[name]?.type)}`)
      .join(", ")}}`;
  }
  return isEnumType(inner) ? String(value) : JSON.stringify(value);
}
