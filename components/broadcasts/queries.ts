import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";

const BROADCAST = graphql(`
  fragment BroadcastRow on Broadcast @_unmask {
    id
    name
    integrationId
    state
    templateName
    templateLang
    templateComponents
    clientIds
    clientTags
    clientStageId
    country
    segmentId
    excludeSegmentIds
    scheduledAt
    startedAt
    completedAt
    createdAt
    error
    retryOfId
    retryId
    counts {
      total
      waiting
      pending
      sent
      delivered
      read
      failed
    }
    leftOut {
      reason
      text
      count
    }
  }
`);

const BROADCASTS = graphql(
  `
    query Broadcasts($input: BroadcastsInput!) {
      broadcasts(input: $input) {
        nodes {
          ...BroadcastRow
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [BROADCAST],
);

const ONE = graphql(
  `
    query OneBroadcast($input: BroadcastInput!) {
      broadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

const RECIPIENTS = graphql(`
  query BroadcastRecipients($input: BroadcastRecipientsInput!) {
    broadcastRecipients(input: $input) {
      nodes {
        clientId
        clientName
        messageId
        convId
        outcome
        reason
        attempts
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const PREFLIGHT = graphql(`
  query BroadcastPreflight($input: BroadcastPreflightInput!) {
    broadcastPreflight(input: $input) {
      recipientCount
      leftOut {
        reason
        text
        count
      }
      problem
      ratePerSecond
      aheadCount
      estimatedSeconds
      credits
      placeholders {
        name
        isKnown
        emptyCount
      }
    }
  }
`);

const AUDIENCE = graphql(`
  query BroadcastAudience($input: BroadcastAudienceInput!) {
    broadcastAudience(input: $input) {
      nodes {
        id
        name
        surname
        email
        phone
        address
        code
        city
        country
        externalClientId
      }
    }
  }
`);

const CREATE = graphql(
  `
    mutation CreateBroadcast($input: BroadcastCreateInput!) {
      createBroadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

const PATCH = graphql(
  `
    mutation PatchBroadcast($input: BroadcastPatchInput!) {
      patchBroadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

const LAUNCH = graphql(
  `
    mutation LaunchBroadcast($input: BroadcastLaunchInput!) {
      launchBroadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

const CANCEL = graphql(
  `
    mutation CancelBroadcast($input: BroadcastCancelInput!) {
      cancelBroadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

const RETRY = graphql(
  `
    mutation RetryBroadcast($input: BroadcastRetryInput!) {
      retryBroadcast(input: $input) {
        ...BroadcastRow
      }
    }
  `,
  [BROADCAST],
);

export type Broadcast = ResultOf<typeof BROADCAST>;
export type BroadcastCounts = Broadcast["counts"];
export type Preflight = ResultOf<typeof PREFLIGHT>["broadcastPreflight"];
export type Recipient = ResultOf<typeof RECIPIENTS>["broadcastRecipients"]["nodes"][number];
export type AudienceClient = ResultOf<typeof AUDIENCE>["broadcastAudience"]["nodes"][number];
export type BroadcastFilter = {
  state: Broadcast["state"] | null;
  integrationId: string | null;
  /** Part of the name. */
  name: string | null;
  /** The day on which they started, in UTC like the report: 2026-11-21. */
  day: string | null;
};
/** A broadcast's planned content, or the ID of a stored broadcast. */
export type Planned = Omit<VariablesOf<typeof PREFLIGHT>["input"], "workspaceId">;

const PAGE_ROWS = 50;
/** The number of recipients shown before a launch. */
const AUDIENCE_ROWS = 20;

/** The key prefix of everything that progress invalidates. */
export const broadcastsKey = (workspaceId: number) => ["broadcasts", workspaceId] as const;

export const broadcastsQuery = (workspaceId: number, filter: BroadcastFilter) =>
  infiniteQueryOptions({
    queryKey: [...broadcastsKey(workspaceId), "list", filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { day, ...rest } = filter;
      const input = {
        workspaceId,
        ...rest,
        ...(day ? { startDate: startOfDay(day, 0), endDate: startOfDay(day, 1) } : {}),
        first: PAGE_ROWS,
        after: pageParam,
      };
      return (await gqlRequest(BROADCASTS, input, { signal })).broadcasts;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

const startOfDay = (day: string, plusDays: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + plusDays * 86_400_000).toISOString();

export const broadcastQuery = (workspaceId: number, id: string) =>
  queryOptions({
    queryKey: [...broadcastsKey(workspaceId), "one", id],
    queryFn: async ({ signal }) => (await gqlRequest(ONE, { workspaceId, id }, { signal })).broadcast,
  });

export const recipientsQuery = (workspaceId: number, broadcastId: string, outcome: Recipient["outcome"] | null) =>
  infiniteQueryOptions({
    queryKey: [...broadcastsKey(workspaceId), "recipients", broadcastId, outcome],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, broadcastId, outcome, first: PAGE_ROWS, after: pageParam };
      return (await gqlRequest(RECIPIENTS, input, { signal })).broadcastRecipients;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

/** What a broadcast would do now. It counts the whole audience, so request it only after the person has stopped typing. */
export const preflightQuery = (workspaceId: number, planned: Planned) =>
  queryOptions({
    queryKey: ["broadcast-plan", workspaceId, "preflight", planned],
    queryFn: async ({ signal }) =>
      (await gqlRequest(PREFLIGHT, { workspaceId, ...planned }, { signal })).broadcastPreflight,
    staleTime: 10_000,
  });

/** The newest recipients. */
export const audienceQuery = (workspaceId: number, planned: Planned) =>
  queryOptions({
    queryKey: ["broadcast-plan", workspaceId, "audience", planned],
    queryFn: async ({ signal }) =>
      (await gqlRequest(AUDIENCE, { workspaceId, ...planned, first: AUDIENCE_ROWS }, { signal })).broadcastAudience
        .nodes,
    staleTime: 10_000,
  });

/** @param idempotencyKey the same for each retry of the same form, so that only one draft is created. */
export const createBroadcast = async (input: VariablesOf<typeof CREATE>["input"], idempotencyKey: string) =>
  (await gqlRequest(CREATE, input, { idempotencyKey })).createBroadcast;
export const patchBroadcast = async (input: VariablesOf<typeof PATCH>["input"]) =>
  (await gqlRequest(PATCH, input)).patchBroadcast;
export const launchBroadcast = async (workspaceId: number, id: string) =>
  (await gqlRequest(LAUNCH, { workspaceId, id })).launchBroadcast;
export const cancelBroadcast = async (workspaceId: number, id: string) =>
  (await gqlRequest(CANCEL, { workspaceId, id })).cancelBroadcast;
/** A broadcast can be retried only once, so its own ID serves as the idempotency key. */
export const retryBroadcast = async (workspaceId: number, id: string) =>
  (await gqlRequest(RETRY, { workspaceId, id }, { idempotencyKey: `retry-${id}` })).retryBroadcast;
