import { getOperationAST, OperationTypeNode } from "graphql";
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema, validate } from "graphql";
import type { HeaderReader } from "../auth/session.ts";
import type { Ctx } from "../ctx.ts";
import { admit } from "./admit.ts";
import type { Params } from "./admit.ts";
import type { Served } from "./builder.ts";
import { toGraphqlError } from "./graphql-errors.ts";
import { runDocument } from "./run-document.ts";
import { BODY_LIMIT_BYTES } from "./yoga.ts";
import type { Given, Ready, ReadyDocuments, Yoga } from "./yoga.ts";

/** Yoga, and what it has run before. */
export type Engine = { yoga: Yoga; ready: ReadyDocuments };

/** An answer without errors; its status is 200. */
export type Answered = { type: string; body: string };

/** Media types that an answer has for what callers say that they accept; what is not here Yoga weighs. */
const TYPES = new Map<string | null, string>([
  [null, "application/json; charset=utf-8"],
  ["*/*", "application/json; charset=utf-8"],
  ["application/json", "application/json; charset=utf-8"],
  ["application/graphql-response+json", "application/graphql-response+json; charset=utf-8"],
]);
const JSON_TYPES = new Set(["application/json", "application/json; charset=utf-8", "application/json;charset=utf-8"]);
/** All that Yoga's plugins ask of a request on this way. */
const POST = { method: "POST" };
const KNOWN = new Set(["query", "variables", "operationName", "extensions"]);

/** Whether a POST's headers are those of an ordinary request: JSON of a length that is said and allowed, to be answered in JSON. */
export function isOrdinary(headers: HeaderReader): boolean {
  const length = Number(headers.get("content-length") ?? NaN);
  return (
    length <= BODY_LIMIT_BYTES &&
    JSON_TYPES.has(headers.get("content-type") ?? "") &&
    TYPES.has(headers.get("accept")) &&
    headers.get("content-encoding") === null
  );
}

/** What the body asks; null for one that is not in the form of GraphQL over HTTP, to which Yoga has the words. */
export function readParams(body: Buffer): (Params & { query: string }) | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  for (const name in value) if (!KNOWN.has(name) && value[name] != null) return null;
  const { query, variables, operationName, extensions } = value;
  if (typeof query !== "string" || !(variables == null || isObject(variables))) return null;
  if (!(extensions == null || isObject(extensions))) return null;
  if (!(operationName == null || typeof operationName === "string")) return null;
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}

/**
 * Lets the caller in and runs the document, as Yoga's handler does with the same hooks.
 * @returns the answer, or the outcome that Yoga has to put into words, status and headers.
 */
export async function answerShortly(
  { yoga, ready }: Engine,
  headers: HeaderReader,
  params: Params & { query: string },
  signal: () => AbortSignal,
): Promise<Answered | { outcome: NonNullable<Given["outcome"]> }> {
  let ctx: Ctx | null;
  try {
    ctx = await admit(headers, params);
  } catch (error) {
    return { outcome: { result: { errors: [toGraphqlError(error)] } } };
  }
  try {
    const served = { ctx, idempotencyKey: headers.get("idempotency-key"), signal };
    const known = ready.get(params.query);
    const result = await (known && getOperationAST(known.document, params.operationName)
      ? runReady(known, params, served)
      : run(yoga, params, served));
    const type = TYPES.get(headers.get("accept"));
    // What is no plain answer has Yoga's rules of status and headers.
    if (type === undefined || !("data" in result) || result.errors) return { outcome: { result } };
    return { type, body: JSON.stringify(result) };
  } catch (error) {
    return { outcome: { error } };
  }
}

/** What an envelope does, in the types of GraphQL that Yoga leaves open. */
type Envelope = {
  schema: GraphQLSchema;
  parse: (query: string) => DocumentNode;
  validate: typeof validate;
  contextFactory: () => Promise<unknown>;
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>;
  subscribe: (args: ExecutionArgs) => Promise<ExecutionResult>;
};

/**
 * Runs what was parsed and found valid before, without the envelope's layers: the same guard, the same executor, the same words for what
 * went wrong. (A subscription is never run, so it is never ready.)
 */
async function runReady({ schema, document, run }: Ready, params: Params, served: Served): Promise<ExecutionResult> {
  const { operationName, variables } = params;
  const args = { schema, document, contextValue: served, variableValues: variables, operationName };
  const result = await runDocument(args, run);
  return result.errors ? { ...result, errors: result.errors.map(toGraphqlError) } : result;
}

/** Yoga's `processRequest`. */
async function run(yoga: Yoga, params: Params & { query: string }, served: Served): Promise<ExecutionResult> {
  const initial: unknown = { served, params, request: POST };
  const envelope = yoga.getEnveloped(initial as Parameters<Yoga["getEnveloped"]>[0]) as Envelope;
  const { schema } = envelope;
  const document = envelope.parse(params.query);
  const errors = envelope.validate(schema, document);
  if (errors.length > 0) return { errors };
  const { operationName, variables } = params;
  const contextValue = await envelope.contextFactory();
  const args = { schema, document, contextValue, variableValues: variables, operationName };
  const operation = getOperationAST(document, operationName);
  return operation?.operation === OperationTypeNode.SUBSCRIPTION ? envelope.subscribe(args) : envelope.execute(args);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
