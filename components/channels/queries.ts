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
    accountId
    type
    state
    properties
    ratePerSecond
    readReceipts
    lateReplies
    comments
    marketingApi
    utilityMessages
    sendsTemplates
    historyProgress
    createdAt
    ingressUrl
    lastInboundAt
    quietSince
    checkedAt
    tokenExpiresAt
    waitingSends
    lastError
    lastErrorWording
    lastErrorAt
    templatesHeld
    templatesHeldWording
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

const REPORT = graphql(`
  query ChannelsReport($input: ChannelsReportInput!) {
    channelsReport(input: $input) {
      nodes {
        integrationId
        days
      }
    }
  }
`);

const CONNECT = graphql(
  `
    mutation ConnectChannel($input: ChannelConnectInput!) {
      connectChannel(input: $input) {
        ...Channel
      }
    }
  `,
  [CHANNEL],
);

const SIGN_IN = graphql(`
  query ChannelSignIn($input: ChannelSignInInput!) {
    channelSignIn(input: $input)
  }
`);

const FINISH_SIGN_IN = graphql(`
  mutation FinishChannelSignIn($input: ChannelSignInFinishInput!) {
    finishChannelSignIn(input: $input) {
      access
      accounts {
        id
        name
        identifier
        needsPin
        channelName
      }
    }
  }
`);

const CHECK = graphql(
  `
    mutation CheckChannel($input: ChannelCheckInput!) {
      checkChannel(input: $input) {
        isOk
        checkedAt
        steps {
          name
          state
          words
          whatToDo
          nameWording
          wordsWording
          whatToDoWording
        }
        integration {
          ...Channel
        }
      }
    }
  `,
  [CHANNEL],
);

const SETUP = graphql(`
  query ChannelSetup($input: ChannelSetupInput!) {
    channelSetup(input: $input) {
      webhookUrl
      verifyToken
      subscribes
      fields
      appFields
    }
  }
`);

const IN_ERROR = graphql(`
  query ChannelsInError($input: IntegrationsInput!) {
    integrations(input: $input) {
      nodes {
        id
        name
      }
    }
  }
`);

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

const TYPES = graphql(`
  query ChannelTypes($input: ChannelCapabilitiesInput!) {
    channelCapabilities(input: $input) {
      nodes {
        type
        ratePerSecond
        lateReplyHours
        marketingApi
        utilityMessages
        inComments {
          type
        }
        gestures
        typingMarksRead
      }
    }
  }
`);

export type Channel = ResultOf<typeof CHANNEL>;
export type SignedIn = ResultOf<typeof FINISH_SIGN_IN>["finishChannelSignIn"];
type Input<Document extends typeof CONNECT | typeof PATCH | typeof PATCH_CREDENTIALS | typeof SET_STATE> =
  VariablesOf<Document>["input"];

/** All channels. There are never many, so a channel's page also reads this list. */
export const channelsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channels"],
    queryFn: async ({ signal }) => (await gqlRequest(CHANNELS, { workspaceId }, { signal })).integrations.nodes,
  });

/** By the channel's id: how many messages it had on each of the last seven days. It may take seconds in a large workspace. */
export const channelsReportQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channels-report"],
    queryFn: async ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const { nodes } = (await gqlRequest(REPORT, { workspaceId, timeZone }, { signal })).channelsReport;
      return new Map(nodes.map(({ integrationId, days }) => [integrationId, days]));
    },
    staleTime: 300_000,
  });

/** The values to paste at the provider, so that a channel receives messages. */
export const channelSetupQuery = (workspaceId: number, id: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channel-setup", id],
    queryFn: async ({ signal }) => (await gqlRequest(SETUP, { workspaceId, id }, { signal })).channelSetup,
  });

/** The address at which a person signs in with the provider to connect a channel. null: not offered. */
export const channelSignInQuery = (workspaceId: number, type: Channel["type"]) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channel-sign-in", type],
    queryFn: async ({ signal }) => (await gqlRequest(SIGN_IN, { workspaceId, type }, { signal })).channelSignIn,
  });

/** Channels that their provider refuses, for the warning above every page. */
export const channelsInErrorQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channels-in-error"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(IN_ERROR, { workspaceId, state: "error" }, { signal })).integrations.nodes,
  });

/** The features of each channel type: messages per second, read receipts. */
export const channelTypesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channel-types"],
    queryFn: async ({ signal }) => (await gqlRequest(TYPES, { workspaceId }, { signal })).channelCapabilities.nodes,
    staleTime: Infinity,
  });

export type ChannelCheck = ResultOf<typeof CHECK>["checkChannel"];

/** Ends a sign-in with what the person brought back from the provider. */
export const finishSignIn = async (input: VariablesOf<typeof FINISH_SIGN_IN>["input"]) =>
  (await gqlRequest(FINISH_SIGN_IN, input)).finishChannelSignIn;
export const connectChannel = async (input: Input<typeof CONNECT>) => (await gqlRequest(CONNECT, input)).connectChannel;
/** Checks with the provider now. Takes as long as the provider's response. */
export const checkChannel = async (workspaceId: number, id: string) =>
  (await gqlRequest(CHECK, { workspaceId, id })).checkChannel;
export const patchChannel = async (input: Input<typeof PATCH>) => (await gqlRequest(PATCH, input)).patchIntegration;
export const patchCredentials = async (input: Input<typeof PATCH_CREDENTIALS>) =>
  (await gqlRequest(PATCH_CREDENTIALS, input)).patchIntegrationCredentials;
export const setChannelState = async (input: Input<typeof SET_STATE>) =>
  (await gqlRequest(SET_STATE, input)).setIntegrationState;
