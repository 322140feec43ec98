import { EnvelopArmor } from "@escape.tech/graphql-armor";
import { getOperationAST, GraphQLError, Kind, parse } from "graphql";
import type { DocumentNode, ExecutionArgs, GraphQLSchema } from "graphql";
import { createYoga } from "graphql-yoga";
import type { Plugin, YogaServerInstance } from "graphql-yoga";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import type { Principal } from "../auth/authenticate.ts";
import { can } from "../auth/permissions.ts";
import type { Permission } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { toGraphqlError } from "./graphql-errors.ts";

const BODY_LIMIT_BYTES = 256 * 1024;

type Served = { ctx: Ctx | null; idempotencyKey: string | null; signal: AbortSignal };

/**
 * Serves a schema at a path by the rules of decisions section 1. Before GraphQL looks at the document, the caller is
 * authenticated and their workspace found; before it looks at the variables, the operation's permission is asked.
 */
export function createGraphqlServer(schema: GraphQLSchema, path: string): YogaServerInstance<object, Served> {
  const armor = new EnvelopArmor({
    maxDepth: { n: 10, flattenFragments: true, exposeLimits: false },
    maxAliases: { n: 30, exposeLimits: false },
    maxTokens: { n: 2_000, exposeLimits: false },
    maxDirectives: { n: 50, exposeLimits: false },
    // Cost is bounded by depth, page size and rate; a second currency would only surprise callers.
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: true },
  }).protect();

  return createYoga<object, Served>({
    schema,
    graphqlEndpoint: path,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    logging: false,
    context: ({ request }) => ({
      ctx: contexts.get(request) ?? null,
      idempotencyKey: request.headers.get("idempotency-key"),
      signal: request.signal,
    }),
    maskedErrors: { maskError: (error) => toGraphqlError(error) },
    plugins: [...(armor.plugins as Plugin[]), guard()],
  });
}

const contexts = new WeakMap<Request, Ctx>();

/** Credentials → workspaceId → workspace → (at execution) role, each with its own sentence. */
function guard(): Plugin<object, Served> {
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
    async onParams({ params, request, setResult }) {
      try {
        const principal = await authenticate(request.headers);
        if (principal.kind === "session") sameOrigin(request.headers);
        await takeRequest(principal);
        const ctx = await contextOf(principal, params.query, params.operationName, params.variables);
        if (ctx) contexts.set(request, ctx);
      } catch (error) {
        setResult({ errors: [toGraphqlError(error)] });
      }
    },
    onValidate() {
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(toGraphqlError));
      };
    },
    onExecute({ args, setResultAndStopExecution }) {
      try {
        checkPermissions(args);
      } catch (error) {
        setResultAndStopExecution({ errors: [toGraphqlError(error)] });
      }
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

/** The context of the request's workspace; null for a document that only asks for the schema. */
async function contextOf(
  principal: Principal,
  query: string | undefined,
  operationName: string | undefined,
  variables: Record<string, unknown> | undefined,
): Promise<Ctx | null> {
  const input = variables?.input;
  const workspaceId =
    typeof input === "object" && input !== null && "workspaceId" in input ? input.workspaceId : undefined;
  if (workspaceId === undefined || workspaceId === null) {
    if (asksOnlyForSchema(query, operationName)) return null;
    throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
  }
  if (typeof workspaceId !== "number") {
    throw new AppError("BAD_INPUT", "workspaceId must be a JSON number", {
      fields: [{ path: "input.workspaceId", message: "workspaceId must be a JSON number, not a string" }],
    });
  }
  return ctxFor(principal, workspaceId);
}

/** True for introspection, and for what no schema can run: GraphQL's own error says more than ours would. */
function asksOnlyForSchema(query: string | undefined, operationName: string | undefined): boolean {
  let document: DocumentNode;
  try {
    document = parse(query ?? "", { maxTokens: 2_000 });
  } catch {
    return true;
  }
  const operation = getOperationAST(document, operationName);
  if (!operation) return true;
  return operation.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith("__"),
  );
}

/** Asks the permission that each root field declares (`needs(…)`), fragments included, before variables are coerced. */
function checkPermissions({ schema, document, operationName, contextValue }: ExecutionArgs): void {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return;
  const ctx = (contextValue as Served).ctx;
  const fields = root.getFields();
  // A fragment of root fields asks for the same wherever it is spread: followed by every path, a chain of them would double each time.
  const seen = new Set<string>();
  const visit = (set: typeof operation.selectionSet): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD && !seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = document.definitions.find(
          (definition) =>
            definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
        );
        if (fragment && "selectionSet" in fragment && fragment.selectionSet) visit(fragment.selectionSet);
      }
      if (selection.kind === Kind.FIELD && !selection.name.value.startsWith("__")) {
        if (!ctx)
          throw new GraphQLError(SENTENCES.missingWorkspaceId, { extensions: { code: "MISSING_WORKSPACE_ID" } });
        const permission = fields[selection.name.value]?.extensions.permission as Permission | undefined;
        if (permission) can(ctx, permission);
      }
    }
  };
  visit(operation.selectionSet);
}
