import {
  getOperationAST,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type validate,
} from "graphql";
import type { HeaderReader } from "../../auth/session.ts";
import type { Ctx } from "../../ctx.ts";
import type { Answer } from "../../http/answer.ts";
import { BODY_BOUNDS } from "../../http/body-bounds.ts";
import type { ApiCall } from "../../http/api-call.ts";
import type { Call } from "../../http/call.ts";
import { door, type Door } from "../../http/door.ts";
import { mustBeJson } from "../../rest/read-json.ts";
import { admit, type Params } from "./admit.ts";
import type { Served } from "../builder.ts";
import { toGraphqlError } from "./graphql-errors.ts";
import { runDocument } from "./run-document.ts";
import { EnvelopArmor } from "@escape.tech/graphql-armor";
import { createYoga, type Plugin, type YogaServerInstance } from "graphql-yoga";
import { z } from "zod";
import { depthRule } from "./depth-rule.ts";

/** The outcome of a document: a GraphQL result, or an error to be put into one. */
type Outcome = { result: ExecutionResult } | { error: unknown };

/** The extra context that Yoga gets with a request: the function that answers it. */
type Given = { ask: (params: Params) => Outcome | Promise<Outcome> };

type Yoga = YogaServerInstance<Given, Served>;

/** A document that was parsed, validated and run before, and the function that runs it. */
type Ready = {
  schema: GraphQLSchema;
  document: DocumentNode;
  run: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
};

/** Keyed by document text. When the cache is full, all entries are dropped. Long documents are not cached. */
type ReadyDocuments = Map<string, Ready>;

/** Yoga responds on this path only, whatever the URL of the schema. */
const YOGA_PATH = "/gq";

const MOST_READY = 1_000;
/** In characters. Limits the cache to about ten megabytes. */
const LONGEST_READY = 10_000;

export type GraphqlServer = {
  /** Accepts a POST with JSON. */
  door: Door;
  /** Runs a document in this process for the caller of these headers. The result is that of `door`, without HTTP. */
  ask: (headers: HeaderReader, params: Params, signal: () => AbortSignal) => Promise<Outcome>;
};

/** Media types of the response by the Accept header. Yoga negotiates all other values. */
const TYPES = new Map<string | null, string>([
  [null, "application/json; charset=utf-8"],
  ["*/*", "application/json; charset=utf-8"],
  ["application/json", "application/json; charset=utf-8"],
  ["application/graphql-response+json", "application/graphql-response+json; charset=utf-8"],
]);
/** Yoga's plugins need only this much of a request. */
const POST = { method: "POST" };
const KNOWN = new Set(["query", "variables", "operationName", "extensions"]);

/**
 * Serves a schema. All requests pass the same checks and the same executor (`ask`). Yoga parses, validates and writes
 * responses other than a plain 200: errors and negotiated media types.
 * @param summary of the endpoint, for /openapi.json.
 */
export function createGraphqlServer(schema: GraphQLSchema, summary = "GraphQL"): GraphqlServer {
  const ready: ReadyDocuments = new Map();
  const yoga = yogaOf(schema, ready);
  const ask: GraphqlServer["ask"] = (headers, params, signal) => answerParams(yoga, ready, headers, params, signal);
  return {
    ask,
    door: door({
      body: BODY_BOUNDS.graphql,
      api: apiOf(summary),
      handle: (call) => answerCall(yoga, ask, call),
    }),
  };
}

function apiOf(summary: string): ApiCall {
  return {
    group: "GraphQL",
    summary,
    details:
      "The operations, each with an example, are in the portal under Developers and at /api-reference.md. Refusals come as `errors`, with the code in `extensions.code`.",
    caller: "key",
    headers: {
      "idempotency-key": "For operations that take it: the same key and input have one effect and one answer",
    },
    body: z.object({
      query: z.string(),
      variables: z.object({ input: z.looseObject({ workspaceId: z.int() }) }),
      operationName: z.string().optional(),
    }),
    answer: {
      status: 200,
      says: "`data`, `errors` or both.",
      body: z.looseObject({ data: z.unknown().optional(), errors: z.unknown().optional() }),
    },
  };
}

async function answerCall(yoga: Yoga, ask: GraphqlServer["ask"], call: Call): Promise<Answer> {
  mustBeJson(call);
  const { headers } = call;
  const body = await call.bytes();
  const signal = () => call.signal;
  const params = readParams(body);
  const outcome = params && (await ask(headers, params, signal));
  const type = TYPES.get(headers.get("accept"));
  if (type && outcome && "result" in outcome && "data" in outcome.result && !outcome.result.errors)
    return { status: 200, text: JSON.stringify(outcome.result), headers: { "content-type": type } };
  const request = new Request(`http://localhost${YOGA_PATH}`, {
    method: "POST",
    headers: ["accept", "content-type"].flatMap((name): [string, string][] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    body,
  });
  const response = await yoga.fetch(request, { ask: (given) => outcome ?? ask(headers, given, signal) });
  const { status, headers: told } = response;
  // Yoga's headers are for a chunked response. Here the body is complete.
  for (const name of ["connection", "transfer-encoding"]) told.delete(name);
  return { status, text: Buffer.from(await response.arrayBuffer()), headers: Object.fromEntries(told) };
}

/** The parameters in the body; null if the body is not GraphQL over HTTP. Yoga then reports what is wrong. */
function readParams(body: Buffer): Params | null {
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

/** Checks the caller and runs the document. */
async function answerParams(
  yoga: Yoga,
  ready: ReadyDocuments,
  headers: HeaderReader,
  params: Params,
  signal: () => AbortSignal,
): Promise<Outcome> {
  let ctx: Ctx | null;
  try {
    ctx = await admit(headers, params);
  } catch (error) {
    return { result: { errors: [toGraphqlError(error)] } };
  }
  try {
    const served = { ctx, idempotencyKey: headers.get("idempotency-key"), signal };
    const known = ready.get(params.query ?? "");
    const result = await (known && getOperationAST(known.document, params.operationName)
      ? runReady(known, params, served)
      : run(yoga, params, served));
    return { result };
  } catch (error) {
    return { error };
  }
}

/** The functions of an envelope, with the GraphQL types that Yoga leaves open. */
type Envelope = {
  schema: GraphQLSchema;
  parse: (query: string) => DocumentNode;
  validate: typeof validate;
  contextFactory: () => Promise<unknown>;
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>;
  subscribe: (args: ExecutionArgs) => Promise<ExecutionResult>;
};

/**
 * Runs a document that was parsed and validated before, without the envelope's layers. (A subscription is never run, so it
 * is never cached.)
 */
async function runReady({ schema, document, run }: Ready, params: Params, served: Served): Promise<ExecutionResult> {
  const { operationName, variables } = params;
  const args = { schema, document, contextValue: served, variableValues: variables, operationName };
  const result = await runDocument(args, run);
  return result.errors ? { ...result, errors: result.errors.map(toGraphqlError) } : result;
}

/** Yoga's `processRequest`. */
async function run(yoga: Yoga, params: Params, served: Served): Promise<ExecutionResult> {
  const initial: unknown = { served, params, request: POST };
  const envelope = yoga.getEnveloped(initial as Parameters<Yoga["getEnveloped"]>[0]) as Envelope;
  const { schema } = envelope;
  const document = envelope.parse(params.query ?? "");
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

/**
 * A Yoga server with these rules: parsing and validation have limits, and responses follow GraphQL over
 * HTTP.
 * @param ready receives every document that is run.
 */
function yogaOf(schema: GraphQLSchema, ready: ReadyDocuments): Yoga {
  const armor = new EnvelopArmor({
    // depth-rule.ts does this, with a separate limit for introspection.
    maxDepth: { enabled: false },
    maxAliases: { n: 30, exposeLimits: false },
    maxTokens: { n: 2_000, exposeLimits: false },
    maxDirectives: { n: 50, exposeLimits: false },
    // run-document.ts does this. The plugin ignores variables and does not know that paging is in `input`.
    costLimit: { enabled: false },
    // A caller who may send a document may read the schema too.
    blockFieldSuggestion: { enabled: false },
  }).protect();

  return createYoga<Given, Served>({
    schema,
    graphqlEndpoint: YOGA_PATH,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    logging: false,
    context: (initial) => (initial as unknown as { served: Served }).served,
    maskedErrors: { maskError: (error) => toGraphqlError(error) },
    plugins: [...(armor.plugins as Plugin[]), guard(ready)],
  });
}

/** Passes requests to `ask`, and runs documents within their limits. */
function guard(ready: ReadyDocuments): Plugin<object, Given> {
  return {
    async onParams({ params, context, setResult }) {
      const outcome = await (context as unknown as Given).ask(params);
      if ("error" in outcome) throw outcome.error;
      setResult(outcome.result);
    },
    onValidate({ addValidationRule }) {
      addValidationRule(depthRule);
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(toGraphqlError));
      };
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const run = executeFn as Ready["run"];
      const { query } = (args.contextValue as { params: Params }).params;
      if (query !== undefined && query.length <= LONGEST_READY) {
        if (ready.size >= MOST_READY) ready.clear();
        const { schema, document } = args as ExecutionArgs;
        ready.set(query, { schema, document, run });
      }
      setExecuteFn((given: ExecutionArgs) => runDocument(given, run));
    },
  };
}
