import {
  GraphQLID,
  defaultFieldResolver,
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";
import { AppError } from "../../errors.ts";
import { idOrNil, mended, refuseNul } from "../../text-rules.ts";
import type { GraphqlContext } from "../builder.ts";
import { say } from "../../say.ts";

/**
 * Makes every root field refuse an input of a workspace other than the admitted one. A literal `input:`, an alias or a
 * second variable cannot reach another workspace. Verbs get inputs whose ids are UUIDs (`idOrNil`).
 */
export function oneWorkspace(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const resolve = field.resolve ?? defaultFieldResolver;
      const inputType = field.args.find(({ name }) => name === "input")?.type;
      field.resolve = (parent, args: { input?: { workspaceId?: number } }, context: GraphqlContext, info) => {
        if (args.input?.workspaceId !== context.ctx.workspaceId) {
          throw new AppError("FORBIDDEN_WORKSPACE", say("refusal.workspace"));
        }
        refuseNul(args.input, []);
        const given = mended(args.input);
        const input = inputType ? withIds(given, inputType) : given;
        const answer = (): unknown => resolve(parent, { ...args, input }, context, info);
        return context.inTurn ? context.inTurn(answer) : answer();
      };
    }
  }
  return schema;
}

/** Converts every ID in the value to the verbs' form. Done here because the builder always uses GraphQL's own ID type. */
function withIds(value: unknown, type: GraphQLInputType): unknown {
  const inner = getNullableType(type);
  if (value === null || value === undefined) return value;
  if (inner === GraphQLID) return typeof value === "string" ? idOrNil(value) : value;
  if (isListType(inner) && Array.isArray(value)) return value.map((item) => withIds(item, inner.ofType));
  if (!isInputObjectType(inner) || typeof value !== "object") return value;
  const fields = inner.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      fields[name] ? withIds(item, fields[name].type) : (item as unknown),
    ]),
  );
}
