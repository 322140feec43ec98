import type { ResultOf } from "gql.tada";
import { graphql } from "../graphql/graphql.ts";
import { CONV_ROW } from "../inbox/documents.ts";

/** Which of the conversations are in a list. */
export const CONV_MEMBERS = graphql(`
  query InboxConvMembers($input: ConvRowsInput!) {
    convRows(input: $input) {
      nodes {
        id
      }
    }
  }
`);

export const CONV_VIEW_COUNTS = graphql(`
  query InboxConvViewCounts($input: ConvViewCountsInput!) {
    convViewCounts(input: $input) {
      mine
      needsReply
      unassigned
      aiHandling
      mentions
      snoozed
      dormant
      windowClosing
      failed
      drafts
      all
      unread
      filters
    }
  }
`);

export const SEARCH_INBOX = graphql(
  `
    query InboxSearch($input: InboxSearchInput!) {
      searchInbox(input: $input) {
        convs {
          nodes {
            ...InboxConvRow
          }
        }
        messages {
          nodes {
            message {
              messageId
              convId
              seq
              isAgent
              type
              senderName
              createdAt
            }
            clientName
            snippet
            highlights {
              start
              end
            }
          }
          isOnlyRecent
        }
        clients {
          nodes {
            id
            name
            surname
            phone
            email
            avatarUrl
          }
        }
      }
    }
  `,
  [CONV_ROW],
);

export const SAVED_VIEWS = graphql(`
  query InboxSavedViews($input: SavedViewsInput!) {
    savedViews(input: $input) {
      nodes {
        id
        name
        icon
        query
        sort
        isShared
        isMadeByMe
        isCounted
      }
    }
  }
`);

export const BROADCAST_NAMES = graphql(`
  query InboxBroadcastNames($input: BroadcastsInput!) {
    broadcasts(input: $input) {
      nodes {
        id
        name
      }
    }
  }
`);

type SearchResult = ResultOf<typeof SEARCH_INBOX>["searchInbox"];
export type MessageHit = SearchResult["messages"]["nodes"][number];
export type SavedView = ResultOf<typeof SAVED_VIEWS>["savedViews"]["nodes"][number];
