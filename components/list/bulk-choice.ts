import { queryOptions } from "@tanstack/react-query";
import { gqlRequest } from "../graphql/gql-request.ts";
import { CONV_COUNT } from "./bulk-documents.ts";
import type { RowFilter } from "./conv-rows.ts";
import { inboxKeys } from "../inbox/queries.ts";

/** Either the named conversations, or all conversations of a list. */
export type Chosen = { ids: string[] } | { all: RowFilter };

/** The choice as the request's input. */
export function choiceOf(chosen: Chosen) {
  return "ids" in chosen ? { ids: chosen.ids } : ofList(chosen.all);
}

function ofList({ view, filter, search, integrationId, tags, stageId, clientId }: RowFilter) {
  return {
    ...(view ? { view } : {}),
    ...(filter ? { filter } : {}),
    ...(search ? { search } : {}),
    ...(integrationId ? { integrationId } : {}),
    ...(tags ? { tags: [...tags] } : {}),
    ...(stageId ? { stageId } : {}),
    ...(clientId ? { clientId } : {}),
  };
}

/** The exact number of conversations in a list. Read only when someone is about to act on all of them. */
export const convCountQuery = (workspaceId: number, filter: RowFilter) =>
  queryOptions({
    queryKey: [...inboxKeys.counts(workspaceId), "list", filter],
    queryFn: async ({ signal }) => {
      const input = { ...ofList(filter), workspaceId, first: 1 };
      return (await gqlRequest(CONV_COUNT, input, { signal })).convRows.pageInfo.count;
    },
    staleTime: 0,
  });
