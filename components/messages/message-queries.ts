import { queryOptions } from "@tanstack/react-query";
import { ApiError, botRequest, gqlRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import * as documents from "../inbox/documents.ts";
import type { Message } from "../inbox/documents.ts";

/** Fields that only the details of a message show. */
export const messageIdsQuery = (workspaceId: number, convId: string, messageId: string) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "ids", messageId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const input = { workspaceId, convId, messageId, before: 0, after: 0 };
      return (await gqlRequest(documents.MESSAGE_IDS, input, { signal })).messagesAround.nodes[0] ?? null;
    },
  });

/** The attempts to deliver a message. The tick summarizes them. */
export const messageAttemptsQuery = (workspaceId: number, messageId: string) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "attempts", messageId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.MESSAGE_ATTEMPTS, { workspaceId, messageId }, { signal })).messageAttempts,
  });

/** The earlier versions of an edited message. */
export const messageVersionsQuery = (workspaceId: number, messageId: string) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "versions", messageId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.MESSAGE_VERSIONS, { workspaceId, messageId }, { signal })).messageVersions.nodes,
  });

/** The provider's raw data of a message that cannot be shown. null: the viewer may not see it. */
export const rawMessageQuery = (
  workspaceId: number,
  { messageId, convId, createdAt }: Pick<Message, "messageId" | "convId" | "createdAt">,
) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "raw", messageId],
    queryFn: async ({ signal }) => {
      const input = { workspaceId, convId, startDate: createdAt, endDate: createdAt };
      const { nodes } = (await gqlRequest(documents.RAW_MESSAGES, input, { signal })).messages;
      return nodes.find((node) => node.messageId === messageId)?.raw ?? null;
    },
  });

const ANSWER_OF = botGraphql(`
  query AnswerOfMessage($input: AIAnswerOfInput!) {
    aiAnswerOf(input: $input) {
      reason
      trace
      promptTokens
      completionTokens
      durationMs
    }
  }
`);

/** The sources of an assistant's message. null: no longer stored. The data never changes. */
export const answerQuery = (workspaceId: number, messageId: string) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "answer", messageId],
    queryFn: async ({ signal }) => {
      try {
        return (await botRequest(ANSWER_OF, { workspaceId, messageId }, { signal })).aiAnswerOf;
      } catch (error) {
        if (error instanceof ApiError && error.code === "NOT_FOUND") return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
