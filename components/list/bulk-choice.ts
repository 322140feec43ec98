import { queryOptions } from "@tanstack/react-query";
import { gqlRequest } from "../graphql/gql-request.ts";
import { CONV_COUNT } from "./bulk-documents.ts";
import type { RowFilter } from "./conv-rows.ts";
import { inboxKeys } from "../inbox/queries.ts";

/** The named conversations, or all that a list shows. */
export type Chosen = { ids: string[] } | { all: RowFilter };

/** What the service is asked for. */
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

/** How many a list holds, to the last one: asked for only when somebody is about to act on all of them. */
export const convCountQuery = (workspaceId: number, filter: RowFilter) =>
  queryOptions({
    queryKey: [...inboxKeys.counts(workspaceId), "list", filter],
    queryFn: async ({ signal }) => {
      const input = { ...ofList(filter), workspaceId, first: 1 };
      return (await gqlRequest(CONV_COUNT, input, { signal })).convRows.pageInfo.count;
    },
    staleTime: 0,
  });
