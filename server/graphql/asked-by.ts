import { getOperationAST, Kind, parse } from "graphql";
import { addressOf } from "../auth/address.ts";
import type { Asked } from "../ctx.ts";

type Document = {
  query?: string | undefined;
  operationName?: string | undefined;
  variables?: Record<string, unknown> | undefined;
};

/** What the record tells of a GraphQL request; the document is read only where something is refused. */
export function askedBy(headers: { get: (name: string) => string | null }, document: Document): Asked {
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
