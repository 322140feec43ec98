import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { assistantKey } from "./queries.ts";

const ANSWERS = botGraphql(`
  query AssistantAnswers($input: AIAnswersInput!) {
    aiAnswers(input: $input) {
      nodes {
        id
        convId
        clientMessageId
        question
        answer
        outcome
        reason
        isUnanswered
        versionNumber
        attempts
        promptTokens
        completionTokens
        durationMs
        trace
        createdAt
      }
      pageInfo {
        count
        hasNextPage
        endCursor
      }
    }
  }
`);

export type Answer = ResultOf<typeof ANSWERS>["aiAnswers"]["nodes"][number];

export type AnswerFilter = "unanswered" | "handedOver" | "all";

const PAGE = 30;
/** The live stream has no event for each answer, so a visible list is read again this often, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/** The assistant's answers to contacts, newest first. */
export const answersQuery = (workspaceId: number, aiId: string, filter: AnswerFilter) =>
  infiniteQueryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "answers", filter],
    initialPageParam: null as string | null,
    staleTime: 0,
    queryFn: async ({ pageParam, signal }) => {
      const which = {
        isUnanswered: filter === "unanswered" ? true : null,
        outcome: filter === "handedOver" ? ("handedOver" as const) : null,
      };
      return (await botRequest(ANSWERS, { workspaceId, aiId, ...which, first: PAGE, after: pageParam }, { signal }))
        .aiAnswers;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    refetchInterval: LOOK_AGAIN_MS,
  });
