import { queryOptions } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const TEST_MESSAGE = graphql(`
  fragment TestMessage on Message @_unmask {
    messageId
    convId
    type
    content
    status
    error
    createdAt
  }
`);

const SEND = graphql(
  `
    mutation SendTestMessage($input: TestMessageSendInput!) {
      sendTestMessage(input: $input) {
        ...TestMessage
      }
    }
  `,
  [TEST_MESSAGE],
);

const READ = graphql(
  `
    query TestMessages($input: MessagesInput!) {
      messages(input: $input) {
        nodes {
          ...TestMessage
        }
      }
    }
  `,
  [TEST_MESSAGE],
);

const WRITERS = graphql(`
  query ChannelWriters($input: ConvRowsInput!) {
    convRows(input: $input) {
      nodes {
        clientId
        clientName
        lastMessageAt
      }
    }
  }
`);

export type TestMessage = ResultOf<typeof TEST_MESSAGE>;

/** Not under the workspace's key: the message's own events invalidate it, not workspace changes. */
export const testMessageKey = (workspaceId: number, messageId: string) => ["test-message", workspaceId, messageId];

export const testMessageQuery = (workspaceId: number, sent: TestMessage) =>
  queryOptions({
    queryKey: testMessageKey(workspaceId, sent.messageId),
    initialData: sent,
    // Also read immediately: the worker may finish before the page shows the message.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      // Find it by its time, because a conversation may be long.
      const { convId, createdAt: startDate, createdAt: endDate } = sent;
      const { messages } = await gqlRequest(READ, { workspaceId, convId, startDate, endDate }, { signal });
      return messages.nodes.find(({ messageId }) => messageId === sent.messageId) ?? sent;
    },
  });

/** The contacts who wrote on the channel recently, newest first, without duplicates. */
export const channelWritersQuery = (workspaceId: number, integrationId: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "channel-writers", integrationId],
    queryFn: async ({ signal }) => {
      const { convRows } = await gqlRequest(WRITERS, { workspaceId, integrationId, first: 50 }, { signal });
      const names = new Map(convRows.nodes.map(({ clientId, clientName }) => [clientId, clientName]));
      return [...names].map(([value, label]) => ({ value, label }));
    },
  });

export const sendTestMessage = async (input: { workspaceId: number; id: string; to: string }) =>
  (await gqlRequest(SEND, input)).sendTestMessage;
