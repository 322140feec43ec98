import type { ResultOf, VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

export const MESSAGE = graphql(`
  fragment InboxMessage on Message @_unmask {
    messageId
    seq
    convId
    content
    type
    noteType
    isAgent
    agentId
    aiId
    senderName
    status
    error
    replyToMessageId
    resendOfId
    sourceType
    sourceUrl
    providerAt
    createdAt
  }
`);

const CONV_ROW = graphql(
  `
    fragment InboxConvRow on ConvRow @_unmask {
      id
      integrationId
      integrationType
      integrationName
      clientId
      clientName
      clientPhone
      clientAvatarUrl
      clientArchived
      createdAt
      lastMessageAt
      lastMessage {
        ...InboxMessage
      }
      needsResponse
      waitingSince
      replyWindowClosesAt
      ended
      endedBy
      endedAt
      assigneeId
      assigneeName
      aiId
      stageId
      tags
      orderNo
      broadcastName
      externalConversationId
    }
  `,
  [MESSAGE],
);

export const CONV_ROWS = graphql(
  `
    query InboxConvRows($input: ConvRowsInput!) {
      convRows(input: $input) {
        nodes {
          ...InboxConvRow
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [CONV_ROW],
);

export const CONV_VIEW_COUNTS = graphql(`
  query InboxConvViewCounts($input: ConvViewCountsInput!) {
    convViewCounts(input: $input) {
      mine
      needsReply
      unassigned
      all
    }
  }
`);

export const MESSAGES = graphql(
  `
    query InboxMessages($input: MessagesInput!) {
      messages(input: $input) {
        nodes {
          ...InboxMessage
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [MESSAGE],
);

export const MESSAGE_ATTEMPTS = graphql(`
  query InboxMessageAttempts($input: MessageAttemptsInput!) {
    messageAttempts(input: $input) {
      nodes {
        attemptNo
        startedAt
        responseStatus
        explanation
      }
      nextAttemptAt
      waitsFor
    }
  }
`);

export const CLIENT = graphql(`
  query InboxClient($input: ClientInput!) {
    client(input: $input) {
      id
      name
      surname
      phone
      email
      country
      city
      address
      code
      externalClientId
      avatarUrl
      tags
      stageId
      deletedAt
      createdAt
    }
  }
`);

export const AGENTS = graphql(`
  query InboxAgents($input: AgentsInput!) {
    agents(input: $input) {
      nodes {
        id
        userId
        name
        surname
        avatar
        isOnline
        isAvailable
        openConversations
      }
    }
  }
`);

export const CHANNELS = graphql(`
  query InboxChannels($input: IntegrationsInput!) {
    integrations(input: $input) {
      nodes {
        id
        name
        type
        state
        identifier
        lastError
      }
    }
  }
`);

export const CHANNEL_CAPABILITIES = graphql(`
  query InboxChannelCapabilities($input: ChannelCapabilitiesInput!) {
    channelCapabilities(input: $input) {
      nodes {
        type
        replyWindowHours
        maxTextLength
        templates
        replyContext
        messageTypes
      }
    }
  }
`);

export const TAGS = graphql(`
  query InboxTags($input: TagsInput!) {
    tags(input: $input) {
      nodes {
        id
        tag
        type
        order
      }
    }
  }
`);

export type Message = ResultOf<typeof MESSAGE>;
export type ConvRow = ResultOf<typeof CONV_ROW>;
export type ConvRowPage = ResultOf<typeof CONV_ROWS>["convRows"];
export type Agent = ResultOf<typeof AGENTS>["agents"]["nodes"][number];
export type TagType = NonNullable<VariablesOf<typeof TAGS>["input"]["type"]>;
