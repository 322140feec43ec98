import { queryOptions } from "@tanstack/react-query";
import { gqlRequest } from "../graphql/gql-request.ts";
import type { RowFilter } from "./conv-rows.ts";
import * as documents from "./list-documents.ts";
import { inboxKeys, rowsAsked } from "../inbox/queries.ts";
import type { ConvFilter } from "./resolve-query.ts";

/** Which of the given rows are in a list. */
export async function readMembers(workspaceId: number, filter: RowFilter, ids: string[]): Promise<Set<string>> {
  const input = { ...rowsAsked(filter), workspaceId, ids, first: ids.length };
  return new Set((await gqlRequest(documents.CONV_MEMBERS, input)).convRows.nodes.map(({ id }) => id));
}

/** The limit of the views' counts. Higher counts read "999+". */
export const COUNT_MAX = 1_000;

/** The number of conversations in each view and for each filter. */
export const convViewCountsQuery = (workspaceId: number, filters: ConvFilter[] = []) =>
  queryOptions({
    queryKey: [...inboxKeys.counts(workspaceId), filters],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CONV_VIEW_COUNTS, { workspaceId, filters }, { signal })).convViewCounts,
  });

export const savedViewsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: inboxKeys.savedViews(workspaceId),
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.SAVED_VIEWS, { workspaceId }, { signal })).savedViews.nodes,
  });

/** The search results for a text. With `convId`, only from that conversation. */
export const searchQuery = (workspaceId: number, text: string, convId: string | null = null) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "search", convId, text],
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.SEARCH_INBOX, { workspaceId, text, convId, first: convId ? 200 : 20 }, { signal }))
        .searchInbox,
  });

/** The newest broadcasts by name, for the filter. */
export const broadcastNamesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...inboxKeys.workspaceParts(workspaceId), "broadcastNames"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.BROADCAST_NAMES, { workspaceId, first: 200 }, { signal })).broadcasts.nodes,
  });
