import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { assistantKey } from "./queries.ts";

const SOURCES = botGraphql(`
  query Sources($input: AISourcesInput!) {
    aiSources(input: $input) {
      nodes {
        id
        kind
        title
        url
        fileName
        state
        error
        errorWording
        failingSince
        passageCount
        pageCount
        embeddedCount
        fetchedAt
        nextFetchAt
        changedAt
        lastChange
        livePosition
        draftPosition
      }
    }
  }
`);

const PASSAGES = botGraphql(`
  query Passages($input: AIPassagesInput!) {
    aiPassages(input: $input) {
      nodes {
        id
        position
        heading
        content
        pageUrl
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const REFRESH = botGraphql(`
  mutation RefreshSource($input: AISourceRefreshInput!) {
    refreshAiSource(input: $input) {
      id
    }
  }
`);

export type Source = ResultOf<typeof SOURCES>["aiSources"]["nodes"][number];
export type Passage = ResultOf<typeof PASSAGES>["aiPassages"]["nodes"][number];

/** Polling interval in milliseconds while a source waits or is being read. No workspace event reports that progress. */
const LOOK_AGAIN_MS = 3_000;

/** Whether the source waits to be read or is being read. */
export const isUnderWay = ({ state }: Pick<Source, "state">): boolean => state === "waiting" || state === "reading";

export const sourcesQuery = (workspaceId: number, aiId: string) =>
  queryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "sources"],
    queryFn: async ({ signal }) => (await botRequest(SOURCES, { workspaceId, aiId }, { signal })).aiSources.nodes,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });

const PASSAGES_PAGE = 30;

export const passagesQuery = (workspaceId: number, aiId: string, sourceId: string) =>
  infiniteQueryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "passages", sourceId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, aiId, sourceId, first: PASSAGES_PAGE, after: pageParam };
      return (await botRequest(PASSAGES, input, { signal })).aiPassages;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    // No event reports that a source was read or read again.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.nodes.length === 0 ? LOOK_AGAIN_MS : false),
  });

export const refreshSource = (workspaceId: number, aiId: string, sourceId: string) =>
  botRequest(REFRESH, { workspaceId, aiId, sourceId });
