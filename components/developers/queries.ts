import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const KEYS = graphql(`
  query ApiKeys($input: ApiKeysInput!) {
    apiKeys(input: $input) {
      nodes {
        id
        label
        key
        createdAt
        agentId
        permissions
        expiresAt
        allowedRanges
        lastUsedAt
      }
    }
  }
`);

const GEN_KEY = graphql(`
  mutation GenApiKey($input: ApiKeyGenInput!) {
    genApiKey(input: $input) {
      id
      label
      key
    }
  }
`);

const DELETE_KEY = graphql(`
  mutation DeleteApiKey($input: ApiKeyDeleteInput!) {
    deleteApiKey(input: $input) {
      id
    }
  }
`);

const WEBHOOKS = graphql(`
  query Webhooks($input: WebhooksInput!) {
    webhooks(input: $input) {
      nodes {
        id
        label
        url
        event
        debug
        headers
        active
        disabledReason
        createdAt
      }
    }
  }
`);

const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: WebhookCreateInput!) {
    createWebhook(input: $input) {
      id
      label
      secret
    }
  }
`);

const PATCH_WEBHOOK = graphql(`
  mutation PatchWebhook($input: WebhookPatchInput!) {
    patchWebhook(input: $input) {
      id
      active
    }
  }
`);

const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($input: WebhookDeleteInput!) {
    deleteWebhook(input: $input) {
      id
    }
  }
`);

const ROTATE_SECRET = graphql(`
  mutation RotateWebhookSecret($input: WebhookSecretRotateInput!) {
    rotateWebhookSecret(input: $input) {
      id
      label
      secret
    }
  }
`);

const DELIVERY = graphql(`
  fragment Delivery on WebhookDelivery @_unmask {
    id
    event
    state
    attempts
    responseStatus
    payload
    createdAt
    nextAttemptAt
    deliveredAt
  }
`);

const DELIVERIES = graphql(
  `
    query WebhookDeliveries($input: WebhookDeliveriesInput!) {
      webhookDeliveries(input: $input) {
        nodes {
          ...Delivery
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [DELIVERY],
);

const ATTEMPTS = graphql(`
  query WebhookAttempts($input: WebhookAttemptsInput!) {
    webhookAttempts(input: $input) {
      nodes {
        attemptNo
        startedAt
        durationMs
        responseStatus
        responseBody
        error
      }
    }
  }
`);

const REPLAY = graphql(
  `
    mutation ReplayWebhookDelivery($input: WebhookDeliveryReplayInput!) {
      replayWebhookDelivery(input: $input) {
        ...Delivery
      }
    }
  `,
  [DELIVERY],
);

const REPLAY_FAILED = graphql(`
  mutation ReplayFailedWebhookDeliveries($input: WebhookDeliveriesReplayFailedInput!) {
    replayFailedWebhookDeliveries(input: $input)
  }
`);

const SEND_TEST = graphql(`
  mutation SendTestEvent($input: TestEventSendInput!) {
    sendTestEvent(input: $input) {
      id
    }
  }
`);

export type ApiKey = ResultOf<typeof KEYS>["apiKeys"]["nodes"][number];
export type Webhook = ResultOf<typeof WEBHOOKS>["webhooks"]["nodes"][number];
export type WebhookDelivery = ResultOf<typeof DELIVERY>;
export type WebhookAttempt = ResultOf<typeof ATTEMPTS>["webhookAttempts"]["nodes"][number];
export type WebhookEvent = Webhook["event"];

export const apiKeysQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "apiKeys"],
    queryFn: async ({ signal }) => (await gqlRequest(KEYS, { workspaceId }, { signal })).apiKeys.nodes,
  });

export const webhooksQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "webhooks"],
    queryFn: async ({ signal }) => (await gqlRequest(WEBHOOKS, { workspaceId }, { signal })).webhooks.nodes,
  });

const DELIVERIES_PAGE = 30;
/** Polling interval while a delivery is pending. The live stream has no delivery events. */
export const LOOK_AGAIN_MS = 3_000;

export const deliveriesQuery = (workspaceId: number, webhookId: string, state: string | null) =>
  infiniteQueryOptions({
    queryKey: [...workspaceKey(workspaceId), "deliveries", webhookId, state],
    initialPageParam: null as string | null,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, webhookId, state, first: DELIVERIES_PAGE, after: pageParam };
      return (await gqlRequest(DELIVERIES, input, { signal })).webhookDeliveries;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Whether an attempt has brought the event to its receiver. */
export function isDelivered(attempt: WebhookAttempt | undefined): boolean {
  const status = attempt?.responseStatus ?? 0;
  return status >= 200 && status < 300;
}

/** The attempts of a delivery. Their number is part of the key, so that another attempt is read at once. */
export const attemptsQuery = (
  workspaceId: number,
  { id: deliveryId, attempts }: Pick<WebhookDelivery, "id" | "attempts">,
) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "webhookAttempts", deliveryId, attempts],
    queryFn: async ({ signal }) =>
      (await gqlRequest(ATTEMPTS, { workspaceId, deliveryId }, { signal })).webhookAttempts.nodes,
    placeholderData: (before, query) => (query?.queryKey.includes(deliveryId) ? before : undefined),
  });

export const genApiKey = async (input: VariablesOf<typeof GEN_KEY>["input"]) =>
  (await gqlRequest(GEN_KEY, input)).genApiKey;
export const deleteApiKey = (input: VariablesOf<typeof DELETE_KEY>["input"]) => gqlRequest(DELETE_KEY, input);
export const createWebhook = async (input: VariablesOf<typeof CREATE_WEBHOOK>["input"]) =>
  (await gqlRequest(CREATE_WEBHOOK, input)).createWebhook;
export const patchWebhook = (input: VariablesOf<typeof PATCH_WEBHOOK>["input"]) => gqlRequest(PATCH_WEBHOOK, input);
export const deleteWebhook = (input: VariablesOf<typeof DELETE_WEBHOOK>["input"]) => gqlRequest(DELETE_WEBHOOK, input);
export const rotateWebhookSecret = async (input: VariablesOf<typeof ROTATE_SECRET>["input"]) =>
  (await gqlRequest(ROTATE_SECRET, input)).rotateWebhookSecret;
export const replayDelivery = async (input: VariablesOf<typeof REPLAY>["input"]) =>
  (await gqlRequest(REPLAY, input)).replayWebhookDelivery;
export const replayFailedDeliveries = async (input: VariablesOf<typeof REPLAY_FAILED>["input"]) =>
  (await gqlRequest(REPLAY_FAILED, input)).replayFailedWebhookDeliveries;
export const sendTestEvent = (input: VariablesOf<typeof SEND_TEST>["input"]) => gqlRequest(SEND_TEST, input);
