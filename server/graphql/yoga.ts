import { EnvelopArmor } from "@escape.tech/graphql-armor";
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from "graphql";
import { createYoga } from "graphql-yoga";
import type { Plugin, YogaServerInstance } from "graphql-yoga";
import type { Ctx } from "../ctx.ts";
import { BODY_BOUNDS } from "../http/body-bounds.ts";
import { admit } from "./admit.ts";
import type { Params } from "./admit.ts";
import type { Served } from "./builder.ts";
import { depthRule } from "./depth-rule.ts";
import { toGraphqlError } from "./graphql-errors.ts";
import { runDocument } from "./run-document.ts";

/** Of a request's body. */
export const BODY_LIMIT_BYTES = BODY_BOUNDS.graphql.bytes;

/**
 * What Yoga is handed beside a request: `served` for one that was let in already (the short way), `outcome` for one that was answered
 * already and only has to be written down.
 */
export type Given = { served?: Served; outcome?: { result: ExecutionResult } | { error: unknown } };

export type Yoga = YogaServerInstance<Given, Served>;

/** A document that was parsed, found valid and run before, and what runs it. */
export type Ready = {
  schema: GraphQLSchema;
  document: DocumentNode;
  run: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
};

/** By their text. Dropped all together when they are many; long ones are not kept. */
export type ReadyDocuments = Map<string, Ready>;

const MOST_READY = 1_000;
/** In characters: all of them together stay within some ten megabytes. */
const LONGEST_READY = 10_000;

/**
 * A schema at a path by the rules of decisions section 1, for every form of request that GraphQL over HTTP knows. Before GraphQL looks at
 * the document, the caller is authenticated and their workspace found; before it looks at the variables, the operation's permission is
 * asked.
 * @param ready is told of every document that is run.
 */
export function yogaOf(schema: GraphQLSchema, path: string, ready: ReadyDocuments): Yoga {
  const armor = new EnvelopArmor({
    // depth-rule.ts does it: questions about the schema have a limit of their own.
    maxDepth: { enabled: false },
    maxAliases: { n: 30, exposeLimits: false },
    maxTokens: { n: 2_000, exposeLimits: false },
    maxDirectives: { n: 50, exposeLimits: false },
    // run-document.ts does it: this one does not know variables, nor that paging stands in `input`.
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: true },
  }).protect();

  return createYoga<Given, Served>({
    schema,
    graphqlEndpoint: path,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    logging: false,
    context: ({ request, served }) =>
      served ?? {
        ctx: contexts.get(request) ?? null,
        idempotencyKey: request.headers.get("idempotency-key"),
        signal: () => request.signal,
      },
    maskedErrors: { maskError: (error) => toGraphqlError(error) },
    plugins: [...(armor.plugins as Plugin[]), guard(ready)],
  });
}

const contexts = new WeakMap<Request, Ctx>();

/** Credentials → workspaceId → workspace → (at execution) role, each with its own sentence. */
function guard(ready: ReadyDocuments): Plugin<object, Given> {
  return {
    async onRequest(event) {
      const { request, fetchAPI } = event;
      const refuse = ({ status, message }: TransportRefusal) =>
        event.endResponse(
          fetchAPI.Response.json({ errors: [{ message, extensions: { code: "BAD_INPUT" } }] }, { status }),
        );
      const refusal = transportRefusal(request);
      if (refusal) return refuse(refusal);
      // node:http holds a body to the length that it came with; one that came without is read here, up to the limit.
      if (request.headers.has("content-length")) return;
      const body = await bytesWithin(request.body);
      if (!body) return refuse(TOO_LARGE);
      const { url, method, headers, signal } = request;
      event.setRequest(new fetchAPI.Request(url, { method, headers, signal, body }));
    },
    async onParams({ params, request, context, setResult }) {
      const { outcome } = context as Given;
      if (outcome && "error" in outcome) throw outcome.error;
      if (outcome) return setResult(outcome.result);
      try {
        const ctx = await admit(request.headers, params);
        if (ctx) contexts.set(request, ctx);
      } catch (error) {
        setResult({ errors: [toGraphqlError(error)] });
      }
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

type TransportRefusal = { status: number; message: string };

const TOO_LARGE: TransportRefusal = {
  status: 413,
  message: `The body may have at most ${BODY_LIMIT_BYTES / 1024} KiB`,
};

/** Bodies that are no ordinary JSON POST, or too large: refused before they are read. */
function transportRefusal(request: Request): TransportRefusal | null {
  if (request.method !== "POST") return { status: 405, message: "Send a POST with a JSON body" };
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return { status: 415, message: "Send content-type: application/json" };
  return Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT_BYTES ? TOO_LARGE : null;
}

/** A body as it came; null for one that goes on beyond the limit, which is not read any further. */
async function bytesWithin(body: ReadableStream<Uint8Array> | null): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not with `for await`: leaving that early would break the connection on which the refusal has to go out.
  const parts = body?.[Symbol.asyncIterator]();
  for (let part = await parts?.next(); part && !part.done; part = await parts?.next()) {
    size += part.value.byteLength;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
