import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from "@pothos/core";
import {
  getNamedType,
  isInputObjectType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from "graphql";
import type { Ctx } from "../ctx.ts";
import type { Declaration } from "../verb.ts";
import type { Builder, GraphqlContext, SchemaTypes } from "./builder.ts";

/** The sections of the API reference, in order. */
export const SECTIONS = [
  "API keys",
  "Agents",
  "Conversations",
  "Contacts",
  "Files and import",
  "Tags and stages",
  "Messages",
  "Canned replies",
  "Broadcasts",
  "Channels",
  "Workspace",
  "Team",
  "Webhooks",
  "Gateway",
  "AI assistants",
  "Knowledge of assistants",
  "Versions of assistants",
  "Evals of assistants",
  "What assistants did",
  "Copilot",
  "Playground",
] as const;
export type Section = (typeof SECTIONS)[number];

/** Facts about an operation that its types do not have: `extensions.operation` of its field. */
export type Operation = {
  section: Section;
  declared: Declaration;
  /** An input without workspaceId. Text in CAPITALS is a placeholder for the caller's own value (`CONV_ID`). */
  example: Record<string, unknown>;
  /** Accepts the header `Idempotency-Key`. */
  isIdempotent: boolean;
  /** For signed-in people only. A workspace key is refused. */
  isForPeople: boolean;
};

export type InputBuilder = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, "InputObject">;
/** The input of a resolver. Before the fields are inferred it is never, which every verb accepts. */
type Input<Fields extends InputFieldMap> = [Fields] extends [never]
  ? never
  : InputShapeFromFields<Fields> & { workspaceId: number };
type Runs<Args extends unknown[], Type extends TypeParam<SchemaTypes>, IsNullable extends boolean> = {
  (ctx: Ctx, ...args: Args): Promise<ShapeFromTypeParam<SchemaTypes, Type, IsNullable>>;
  readonly declared: Declaration;
};

type Options<Type extends TypeParam<SchemaTypes>, IsNullable extends boolean> = {
  type: Type;
  nullable?: IsNullable;
  /** Default: derived from the operation's name, `tags` → `TagsInput`, `createTag` → `TagCreateInput`. */
  inputName?: string;
  inputSays?: string;
  /** The description, in one sentence. */
  says: string;
  example: Record<string, unknown>;
  signedIn?: true;
};

/** Declares an operation: its input type, its field, and its text in the API reference. */
type Declare = {
  <Type extends TypeParam<SchemaTypes>, IsNullable extends boolean = false>(
    name: string,
    verb: Runs<[{ workspaceId: number }], Type, IsNullable>,
    options: Options<Type, IsNullable> & { input?: never },
  ): void;
  /** `input`: the fields of the input except workspaceId. */
  <
    Type extends TypeParam<SchemaTypes>,
    Fields extends InputFieldMap = never,
    IsNullable extends boolean = false,
    IsIdempotent extends boolean = false,
  >(
    name: string,
    verb: Runs<IsIdempotent extends true ? [Input<Fields>, string | null] : [Input<Fields>], Type, IsNullable>,
    options: Options<Type, IsNullable> & {
      input: (t: InputBuilder) => Fields;
      idempotent?: IsIdempotent;
      args?: never;
    },
  ): void;
  /** `args` converts the API's input into the verb's arguments. */
  <
    Type extends TypeParam<SchemaTypes>,
    Args extends unknown[],
    Fields extends InputFieldMap = never,
    IsNullable extends boolean = false,
  >(
    name: string,
    verb: Runs<Args, Type, IsNullable>,
    options: Options<Type, IsNullable> & {
      input: (t: InputBuilder) => Fields;
      idempotent?: true;
      args: (input: Input<Fields>, context: GraphqlContext, info: GraphQLResolveInfo) => [...Args];
    },
  ): void;
};

type Given = Options<TypeParam<SchemaTypes>, boolean> & {
  input?: (t: InputBuilder) => InputFieldMap;
  idempotent?: boolean;
  args?: (input: Input<InputFieldMap>, context: GraphqlContext, info: GraphQLResolveInfo) => unknown[];
};

/** Declares the operations of one section of the API reference, in the schema of the builder. */
export function section(builder: Builder, title: Section): { query: Declare; mutation: Declare } {
  const declare =
    (kind: "query" | "mutation") =>
    (name: string, verb: Runs<unknown[], TypeParam<SchemaTypes>, boolean>, options: Given) => {
      const { declared } = verb;
      if ((kind === "mutation") !== (declared.audit !== undefined))
        throw new Error(`${name}: a verb declares its audit when it is a mutation, and only then`);
      const operation: Operation = {
        section: title,
        declared,
        example: options.example,
        isIdempotent: options.idempotent === true,
        isForPeople: options.signedIn === true,
      };
      const type = inputTypeOf(builder, options.inputName ?? inputNameOf(kind, name), options);
      const field = {
        type: options.type,
        nullable: options.nullable ?? false,
        description: options.says,
        args: builder.args((t) => ({ input: t.field({ type, required: true }) })),
        extensions: { permission: declared.may, operation },
        resolve: (
          _: unknown,
          { input }: { input: Input<InputFieldMap> },
          context: GraphqlContext,
          info: GraphQLResolveInfo,
        ) => {
          const args =
            options.args?.(input, context, info) ?? (options.idempotent ? [input, context.idempotencyKey] : [input]);
          return verb(context.ctx, ...args) as never;
        },
      };
      if (kind === "query") builder.queryField(name, (t) => t.field(field));
      else builder.mutationField(name, (t) => t.field(field));
    };
  return { query: declare("query") as Declare, mutation: declare("mutation") as Declare };
}

/** Types input fields that several operations share. These operations use the same `inputName`. */
export function inputFields<Fields extends InputFieldMap>(
  fields: (t: InputBuilder) => Fields,
): (t: InputBuilder) => Fields {
  return fields;
}

type InputType = PothosSchemaTypes.InputObjectRef<SchemaTypes, Input<InputFieldMap>>;
const inputTypes = new WeakMap<object, InputType>();

function inputTypeOf(builder: Builder, name: string, { input: fields, inputSays }: Given): InputType {
  const known = fields && inputTypes.get(fields);
  if (known) return known;
  const type = builder.inputType(name, {
    ...(inputSays ? { description: inputSays } : {}),
    fields: (t) => ({ workspaceId: t.int({ required: true }), ...fields?.(t) }),
  }) as InputType;
  if (fields) inputTypes.set(fields, type);
  return type;
}

function inputNameOf(kind: "query" | "mutation", name: string): string {
  const noun = kind === "query" ? name : name.replace(/^[a-z]+/, "");
  const verb = kind === "query" ? "" : (/^[a-z]+/.exec(name)?.[0] ?? "");
  return `${capitalized(noun)}${capitalized(verb)}Input`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An operation of a schema with all its facts. */
export type DeclaredOperation = Operation & {
  kind: "query" | "mutation";
  field: GraphQLField<unknown, unknown>;
  input: GraphQLInputObjectType;
};

/**
 * The operations of a schema: queries, then mutations.
 * @throws Error for a root field that was not declared with `query()` or `mutation()`.
 */
export function operationsOf(schema: GraphQLSchema): DeclaredOperation[] {
  const read = (kind: "query" | "mutation", root: GraphQLObjectType | null | undefined): DeclaredOperation[] =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const operation = field.extensions.operation as Operation | undefined;
      const input = getNamedType(field.args.find(({ name }) => name === "input")?.type);
      if (!operation || !isInputObjectType(input)) throw new Error(`${field.name} is not declared as an operation`);
      return { ...operation, kind, field, input };
    });
  return [...read("query", schema.getQueryType()), ...read("mutation", schema.getMutationType())];
}
