import {
  getOperationAST,
  GraphQLError,
  Kind,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { AppError } from "../errors.ts";
import { metrics, secondsSince } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";

/** Runs an operation as a span of its name, and counts it by name and outcome. */
export async function observeOperation<Result>(
  args: ExecutionArgs,
  execute: () => Result | Promise<Result>,
): Promise<Result> {
  const field = fieldOf(args);
  const began = performance.now();
  let outcome = "INTERNAL";
  try {
    const result = await span(`graphql ${field}`, "internal", {}, async () => execute());
    outcome = outcomeOf(result);
    return result;
  } finally {
    metrics.operations.observe({ field, outcome }, secondsSince(began));
  }
}

export function countRefused(args: ExecutionArgs, error: unknown): void {
  metrics.operations.observe({ field: fieldOf(args), outcome: codeOf(error) }, 0);
}

/** The operation's root field by the schema: a document that came so far names no other. What a caller called it does not count. */
function fieldOf({ schema, document, operationName }: ExecutionArgs): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return "several";
  let field = names.get(operation);
  if (field === undefined) names.set(operation, (field = rootFieldOf(schema, operation)));
  return field;
}

/** Documents are parsed once and run often. */
const names = new WeakMap<OperationDefinitionNode, string>();

function rootFieldOf(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode): string {
  const fields = schema.getRootType(operation)?.getFields();
  const [first, ...more] = selectionSet.selections;
  if (!fields || more.length > 0 || first?.kind !== Kind.FIELD) return "several";
  const { value } = first.name;
  return value in fields ? value : "introspection";
}

function outcomeOf(result: unknown): string {
  const { errors } = (result ?? {}) as Partial<ExecutionResult>;
  return errors?.[0] ? codeOf(errors[0]) : "ok";
}

/** A code of errors.ts. */
function codeOf(error: unknown): string {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof AppError) return original.code;
  return original instanceof GraphQLError ? "BAD_INPUT" : "INTERNAL";
}
