import { getOperationAST, GraphQLError, Kind, parse } from "graphql";
import type { DocumentNode, ExecutionArgs } from "graphql";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import type { HeaderReader, Principal } from "../auth/authenticate.ts";
import { can } from "../auth/permissions.ts";
import type { Permission } from "../auth/permissions.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { askedBy } from "./asked-by.ts";

/** What a request asks, as its body has it. */
export type Params = {
  query?: string | undefined;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
};

/**
 * Lets a caller in before GraphQL looks at the document: credentials → workspaceId → workspace (decisions section 1), each with its
 * own sentence, and counts the request.
 * @returns the context of the request's workspace; null for a document that only asks for the schema.
 * @throws AppError
 */
export async function admit(headers: HeaderReader, params: Params): Promise<Ctx | null> {
  const workspaceId = workspaceIdOf(params);
  const principal = await authenticate(headers, { workspaceId });
  if (principal.kind === "session") sameOrigin(headers);
  await takeRequest(principal);
  return contextOf(principal, headers, params, workspaceId);
}

function workspaceIdOf({ variables }: Params): unknown {
  const input = variables?.input;
  return typeof input === "object" && input !== null && "workspaceId" in input ? input.workspaceId : undefined;
}

async function contextOf(
  principal: Principal,
  headers: HeaderReader,
  params: Params,
  workspaceId: unknown,
): Promise<Ctx | null> {
  if (workspaceId === undefined || workspaceId === null) {
    if (asksOnlyForSchema(params)) return null;
    throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
  }
  if (typeof workspaceId !== "number") {
    throw new AppError("BAD_INPUT", "workspaceId must be a JSON number", {
      fields: [{ path: "input.workspaceId", message: "workspaceId must be a JSON number, not a string" }],
    });
  }
  return ctxFor(principal, workspaceId, askedBy(headers, params));
}

/** True for introspection, and for what no schema can run: GraphQL's own error says more than ours would. */
function asksOnlyForSchema({ query, operationName }: Params): boolean {
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

/**
 * Asks the permission that each root field declares (`needs(…)`), fragments included, before variables are coerced.
 * @throws AppError FORBIDDEN_ROLE
 */
export function checkPermissions({ schema, document, operationName, contextValue }: ExecutionArgs): void {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return;
  const { ctx } = contextValue as { ctx: Ctx | null };
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
