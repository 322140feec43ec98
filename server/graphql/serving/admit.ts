import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { authenticate, ctxFor, type HeaderReader, type Principal } from "../../auth/authenticate.ts";
import { can, type Permission } from "../../auth/permissions.ts";
import { takeRequest } from "../../auth/rate-limit.ts";
import { sameOrigin } from "../../auth/same-origin.ts";
import type { Ctx, Asked } from "../../ctx.ts";
import { AppError, problemAt } from "../../errors.ts";
import { say, inEnglish } from "../../say.ts";
import { addressOf } from "../../auth/address.ts";

type Document = {
  query?: string | undefined;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
};

/** The body of a GraphQL request. */
export type Params = {
  query?: string | undefined;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
};

/**
 * Admits a caller before GraphQL reads the document: credentials → workspaceId → workspace, each
 * with its own error text. Also counts the request.
 * @returns the context of the request's workspace; null for a document that only asks for the schema.
 * @throws AppError
 */
export async function admit(headers: HeaderReader, params: Params): Promise<Ctx | null> {
  const workspaceId = workspaceIdOf(params);
  const principal = await authenticate(headers, { workspaceId });
  if (principal.kind === "session") sameOrigin(headers);
  takeRequest(principal);
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
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"), hintOf(params));
  }
  if (typeof workspaceId !== "number") {
    throw new AppError("BAD_INPUT", say("service.number"), {
      fields: [problemAt("input.workspaceId", say("service.numberNotText"))],
    });
  }
  return ctxFor(principal, workspaceId, askedBy(headers, params), () => isTwoFactorSetUp(params));
}

/** Names the variable that has another name than `input`, or says that there is none. */
function hintOf({ query, variables }: Params): { hint?: string } {
  const other = Object.keys(variables ?? {}).find((name) => workspaceIdOf({ variables: { input: variables?.[name] } }));
  if (other !== undefined) return { hint: `Call the variable input. This request calls it ${other}` };
  if (variables?.workspaceId !== undefined) return { hint: "Put workspaceId into the variable input" };
  const isInline = /\binput\s*:\s*\{/.test(query ?? "");
  return isInline ? { hint: "Send the input as the variable input, not in the document" } : {};
}

/** Fields that are available to a person who must set up two-factor sign-in first. */
const TWO_FACTOR_SET_UP = new Set(["__typename", "twoFactor", "beginTwoFactor", "enableTwoFactor"]);

function isTwoFactorSetUp(params: Params): boolean {
  return rootFieldsOf(params)?.every((field) => TWO_FACTOR_SET_UP.has(field)) ?? false;
}

/** True for introspection, and for documents that no schema can run, because GraphQL's own error is more helpful. */
function asksOnlyForSchema(params: Params): boolean {
  return rootFieldsOf(params)?.every((field) => field.startsWith("__")) ?? true;
}

/** The names of a document's root fields, "..." for a fragment; null if it cannot be parsed or run. */
function rootFieldsOf({ query, operationName }: Params): string[] | null {
  let document: DocumentNode;
  try {
    document = parse(query ?? "", { maxTokens: 2_000 });
  } catch {
    return null;
  }
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  return operation.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : "...",
  );
}

/**
 * Checks the declared permission of each root field (operation.ts), including fields in fragments, before variables are
 * coerced.
 * @throws AppError FORBIDDEN_ROLE
 */
export function checkPermissions({ schema, document, operationName, contextValue }: ExecutionArgs): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  let asked = askedFor.get(operation);
  if (!asked) askedFor.set(operation, (asked = permissionsOf(schema, document, operation)));
  const { ctx } = contextValue as { ctx: Ctx | null };
  for (const permission of asked) {
    if (!ctx)
      throw new GraphQLError(inEnglish(say("service.missingWorkspaceId")), {
        extensions: { code: "MISSING_WORKSPACE_ID" },
      });
    if (permission) can(ctx, permission);
  }
}

/** Cached because documents are parsed once and run often. */
const askedFor = new WeakMap<OperationDefinitionNode, (Permission | null)[]>();

/** The permissions of the root fields, in order. If null, any team member may call them. Introspection needs no permission. */
function permissionsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (Permission | null)[] {
  const fields = schema.getRootType(operation.operation)?.getFields();
  const asked: (Permission | null)[] = [];
  if (!fields) return asked;
  // A fragment needs the same permissions wherever it is spread, so visit it once. Visiting every path of a chain of
  // fragments would double the work at each step.
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode): void => {
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
      if (selection.kind === Kind.FIELD && !selection.name.value.startsWith("__"))
        asked.push((fields[selection.name.value]?.extensions.permission as Permission | undefined) ?? null);
    }
  };
  visit(operation.selectionSet);
  return asked;
}

/** The request's data for the audit record. The document is parsed only when a request is refused. */
function askedBy(headers: { get: (name: string) => string | null }, document: Document): Asked {
  return {
    address: addressOf(headers),
    what: () => ({ operation: operationOf(document), targetId: targetOf(document) }),
  };
}

/** The operation's first root field. */
function operationOf({ query, operationName }: Document): string {
  try {
    const operation = getOperationAST(parse(query ?? "", { maxTokens: 2_000 }), operationName);
    const field = operation?.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
    return field?.name.value ?? "unknown";
  } catch {
    return "unknown";
  }
}

function targetOf({ variables }: Document): string | null {
  const input = variables?.input;
  if (typeof input !== "object" || input === null) return null;
  const { id, userId } = input as { id?: unknown; userId?: unknown };
  return typeof id === "string" ? id : typeof userId === "string" ? userId : null;
}
