import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const CHANNEL = graphql(`
  fragment Channel on Integration @_unmask {
    id
    name
    identifier
    type
    state
    properties
    ratePerSecond
    createdAt
    ingressUrl
    lastInboundAt
    lastError
    lastErrorAt
    routingProblems
  }
`);

const CHANNELS = graphql(
  `
    query Channels($input: IntegrationsInput!) {
      integrations(input: $input) {
        nodes {
          ...Channel
        }
      }
    }
  `,
  [CHANNEL],
);

const CREATE = graphql(
  `
    mutation CreateChannel($input: IntegrationCreateInput!) {
      createIntegration(input: $input) {
        ...Channel
      }
    }
  `,
  [CHANNEL],
);

const PATCH = graphql(
  `
    mutation PatchChannel($input: IntegrationPatchInput!) {
      patchIntegration(input: $input) {
        ...Channel
      }
    }
  `,
  [CHANNEL],
);

const PATCH_CREDENTIALS = graphql(
  `
    mutation PatchChannelCredentials($input: IntegrationCredentialsPatchInput!) {
      patchIntegrationCredentials(input: $input) {
        ...Channel
      }
    }
  `,
  [CHANNEL],
);

const SET_STATE = graphql(
  `
    mutation SetChannelState($input: IntegrationStateSetInput!) {
      setIntegrationState(input: $input) {
        ...Channel
      }
    }
  `,
  [CHANNEL],
);

const RATES = graphql(`
  query ChannelRates($input: ChannelCapabilitiesInput!) {
    channelCapabilities(input: $input) {
      nodes {
        type
        ratePerSecond
      }
    }
  }
`);

export type Channel = ResultOf<typeof CHANNEL>;
type Input<Document extends typeof CREATE | typeof PATCH | typeof PATCH_CREDENTIALS | typeof SET_STATE> =
  VariablesOf<Document>["input"];

/** All channels; a channel's page finds its own among them, as there are never many. */
export const channelsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channels"],
    queryFn: async ({ signal }) => (await gqlRequest(CHANNELS, { workspaceId }, { signal })).integrations.nodes,
  });

/** Messages per second of each type, where a channel has no rate of its own. */
export const channelRatesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channel-rates"],
    queryFn: async ({ signal }) => (await gqlRequest(RATES, { workspaceId }, { signal })).channelCapabilities.nodes,
    staleTime: Infinity,
  });

export const createChannel = async (input: Input<typeof CREATE>) => (await gqlRequest(CREATE, input)).createIntegration;
export const patchChannel = async (input: Input<typeof PATCH>) => (await gqlRequest(PATCH, input)).patchIntegration;
export const patchCredentials = async (input: Input<typeof PATCH_CREDENTIALS>) =>
  (await gqlRequest(PATCH_CREDENTIALS, input)).patchIntegrationCredentials;
export const setChannelState = async (input: Input<typeof SET_STATE>) =>
  (await gqlRequest(SET_STATE, input)).setIntegrationState;
