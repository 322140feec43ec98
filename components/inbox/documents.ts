import type { ResultOf, VariablesOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";

// Longer than 300 lines, because it is one catalogue of what the inbox reads. The documents share fragments, and `queries.ts` uses them all.

/** The parts of a message that a row of the list shows. */
export const ROW_MESSAGE = graphql(`
  fragment InboxRowMessage on Message @_unmask {
    messageId
    content
    caption
    type
    noteType
    contentWording
    language
    isAgent
    agentId
    aiId
    senderName
    status
    editedAt
    removedAt
    templateText
    isUnsupported
  }
`);

export const MESSAGE = graphql(
  `
    fragment InboxMessage on Message @_unmask {
      ...InboxRowMessage
      seq
      convId
      integrationId
      error
      errorWording
      sendState
      template
      replyToMessageId
      replyContext {
        content
        type
      }
      resendOfId
      sentElsewhere
      hiddenAt
      writerName
      sourceType
      sourceUrl
      ad {
        headline
        text
        pictureUrl
      }
      reactions {
        emoji
        isAgent
        agentId
        at
        error
      }
      media {
        fileName
        contentType
        sizeBytes
        state
        error
      }
      providerAt
      createdAt
    }
  `,
  [ROW_MESSAGE],
);

export const CONV_ROW = graphql(
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
      activityAt
      lastMessageAt
      lastSeq
      lastMessage {
        ...InboxRowMessage
      }
      needsResponse
      waitingSince
      slaDueAt
      slaRiskAt
      replyWindowClosesAt
      replyWindowHours
      lateReplyUntil
      unreadCount
      draftText
      isSnoozed
      snoozedAt
      snoozedUntil
      wokeAt
      dormant
      otherAppSince
      canGiveBack
      ended
      endedBy
      endedAt
      assigneeId
      assigneeName
      aiId
      aiName
      stageId
      tags
      orderNo
      broadcastName
      externalConversationId
      rating
      ratingScale
      ratingComment
    }
  `,
  [ROW_MESSAGE],
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

/** A message with those before and after it, oldest first. */
export const MESSAGES_AROUND = graphql(
  `
    query InboxMessagesAround($input: MessagesAroundInput!) {
      messagesAround(input: $input) {
        nodes {
          ...InboxMessage
        }
        hasOlder
        hasNewer
      }
    }
  `,
  [MESSAGE],
);

/** Fields that only the details of a message show. */
export const MESSAGE_IDS = graphql(`
  query InboxMessageIds($input: MessagesAroundInput!) {
    messagesAround(input: $input) {
      nodes {
        messageId
        externalMessageId
        statusAt
      }
    }
  }
`);

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

export const MESSAGE_VERSIONS = graphql(`
  query InboxMessageVersions($input: MessageVersionsInput!) {
    messageVersions(input: $input) {
      nodes {
        versionNo
        content
        caption
        replacedAt
      }
    }
  }
`);

/** The provider's raw data of messages, found by their time. */
export const RAW_MESSAGES = graphql(`
  query InboxRawMessages($input: MessagesInput!) {
    messages(input: $input) {
      nodes {
        messageId
        raw
      }
    }
  }
`);

export const POSSIBLE_DUPLICATES = graphql(`
  query InboxPossibleDuplicates($input: PossibleDuplicatesInput!) {
    possibleDuplicates(input: $input) {
      nodes {
        client {
          id
          name
          surname
          phone
        }
        reasons
      }
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
        sendsTemplates
        identifier
        lastError
        lastErrorWording
      }
    }
  }
`);

const CAPABILITIES = graphql(`
  fragment InboxCapabilities on ChannelCapabilities @_unmask {
    type
    name
    replyWindowHours
    maxTextLength
    maxTextBytes
    maxCaptionLength
    templates
    replyContext
    messageTypes
    media {
      kind
      contentTypes
      maxBytes
      caption
      voiceType
    }
    gestures
    reactions
  }
`);

export const CHANNEL_CAPABILITIES = graphql(
  `
    query InboxChannelCapabilities($input: ChannelCapabilitiesInput!) {
      channelCapabilities(input: $input) {
        nodes {
          ...InboxCapabilities
          inComments {
            ...InboxCapabilities
          }
          inGroups {
            ...InboxCapabilities
          }
        }
      }
    }
  `,
  [CAPABILITIES],
);

export const TAGS = graphql(`
  query InboxTags($input: TagsInput!) {
    tags(input: $input) {
      nodes {
        id
        tag
        type
        order
        description
        color
      }
    }
  }
`);

export type Message = ResultOf<typeof MESSAGE>;
export type Capabilities = ResultOf<typeof CAPABILITIES>;
export type ConvRow = ResultOf<typeof CONV_ROW>;
export type ConvRowPage = ResultOf<typeof CONV_ROWS>["convRows"];
export type Agent = ResultOf<typeof AGENTS>["agents"]["nodes"][number];
export type Tag = ResultOf<typeof TAGS>["tags"]["nodes"][number];
export type TagType = NonNullable<VariablesOf<typeof TAGS>["input"]["type"]>;
