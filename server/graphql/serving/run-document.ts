import { setTimeout as sleep } from "node:timers/promises";
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { takeCost } from "../../auth/rate-limit.ts";
import { env } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { FairLines, type Leave } from "../../fair-lines.ts";
import { checkPermissions } from "./admit.ts";
import type { GraphqlContext, Served } from "../builder.ts";
import { costOf } from "./document-cost.ts";
import { say } from "../../say.ts";
import { metrics, secondsSince } from "../../observe/metrics.ts";
import { span } from "../../observe/spans.ts";

/** Cached because documents are parsed once and run often. */
const names = new WeakMap<OperationDefinitionNode, string>();

/** The most concurrent queries of a process and of one workspace, and the longest queue of one workspace. */
const LINES = { places: 24, placesEach: 6, longest: 200, patienceMs: 5_000 };
const LINE_RETRY_SECONDS = 1;

/**
 * Queries wait in the queue of their workspace. Mutations do not: they may hold a place for as long as a provider takes to
 * respond. Their database work waits for a connection in the workspace's queue anyway (fair-lines.ts).
 */
const lines = new FairLines({ ...LINES, refusal: tooMany });

/**
 * A query is large from this cost on. Its lists are read one after another, and few large queries run at once. The portal
 * sends none.
 */
export const LARGE_COST = 3_000;
const LARGE_LINES = { places: 2, placesEach: 1, longest: 200, patienceMs: 5_000 };
const LONGEST_PAUSE_MS = 100;

const largeLines = new FairLines({ ...LARGE_LINES, refusal: tooMany });

type Run = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/** Runs a valid document after checking its permissions, its cost and the workspace's queue. The response includes the cost. */
export async function runDocument(args: ExecutionArgs, run: Run): Promise<ExecutionResult> {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  // GraphQL has its own error for a document without this operation.
  if (!operation) return run(args);
  const served = contextValue as Served;
  const { ctx } = served;
  const limit = env().API_COST_LIMIT;
  const asked = costOf(schema, document, operation, variableValues ?? {});
  const extensions = { cost: { asked, limit } };
  let leave: Leave | null = null;
  try {
    checkPermissions(args);
    if (limit > 0 && asked > limit) throw tooMuch(asked, limit);
    if (ctx) {
      takeCost(ctx.workspaceId, asked);
      if (operation.operation === OperationTypeNode.QUERY) {
        const isLarge = asked >= LARGE_COST;
        if (isLarge) served.inTurn = oneAfterTheOther();
        leave = await (isLarge ? largeLines : lines).enter(ctx.workspaceId);
      }
    }
  } catch (error) {
    countRefused(args, error);
    return { errors: [refusalOf(error)], extensions };
  }
  try {
    const result = await observeOperation(args, () => run(args));
    return { ...result, extensions: { ...result.extensions, ...extensions } };
  } finally {
    leave?.();
  }
}

/** The error in the executor's form. graphql-errors.ts formats it. */
function refusalOf(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError("refused", { originalError: error as Error });
}

/** @param isOwn whether the workspace's own queries take the places, not those of other workspaces. */
function tooMany(isOwn: boolean): AppError {
  const sentence = say(isOwn ? "service.queriesOwn" : "service.queriesAll");
  return new AppError(isOwn ? "RATE_LIMITED" : "UNAVAILABLE", sentence, { retryAfterSeconds: LINE_RETRY_SECONDS });
}

/**
 * Runs tasks one after another. After each task it pauses for as long as the task took, so other requests get half of the
 * process's time. A list that waited long for the database used little of that time, so the pause has a limit.
 */
function oneAfterTheOther(): NonNullable<GraphqlContext["inTurn"]> {
  let last: Promise<unknown> = Promise.resolve();
  let pauseMs = 0;
  return (work) => {
    const result = last
      .then(() => sleep(pauseMs))
      .then(async () => {
        const began = performance.now();
        try {
          return await work();
        } finally {
          pauseMs = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
        }
      });
    last = result.catch(() => undefined);
    return result;
  };
}

function tooMuch(asked: number, limit: number): AppError {
  return new AppError("BAD_INPUT", say("service.documentCost", { asked, limit }));
}

/** Runs an operation as a span with its name, and counts it by name and outcome. */
async function observeOperation<Result>(args: ExecutionArgs, execute: () => Result | Promise<Result>): Promise<Result> {
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

function countRefused(args: ExecutionArgs, error: unknown): void {
  metrics.operations.observe({ field: fieldOf(args), outcome: codeOf(error) }, 0);
}

/** The operation's root field in the schema. A valid document names no other, and the caller's operation name does not count. */
function fieldOf({ schema, document, operationName }: ExecutionArgs): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return "several";
  let field = names.get(operation);
  if (field === undefined) names.set(operation, (field = rootFieldOf(schema, operation)));
  return field;
}

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
