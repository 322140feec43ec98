import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";

const COPILOT = botGraphql(`
  query InboxCopilot($input: CopilotInput!) {
    copilot(input: $input) {
      assistants {
        id
        name
        type
      }
      aiId
      canRewrite
    }
  }
`);

const SUGGEST = botGraphql(`
  mutation InboxSuggestAnswer($input: SuggestAnswerInput!) {
    suggestAnswer(input: $input) {
      aiId
      aiName
      text
      reason
      reasonWording
      sources {
        title
        url
        heading
        content
      }
    }
  }
`);

const REWRITE = botGraphql(`
  mutation InboxRewriteText($input: RewriteTextInput!) {
    rewriteText(input: $input) {
      text
    }
  }
`);

export type Suggestion = ResultOf<typeof SUGGEST>["suggestAnswer"];
export type Rewriting = VariablesOf<typeof REWRITE>["input"]["how"];

/** The assistants available in a conversation, and whether a model for rewriting is available. */
export const copilotQuery = (workspaceId: number, convId: string, aiId: string | null) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "copilot", convId, aiId],
    queryFn: async ({ signal }) => (await botRequest(COPILOT, { workspaceId, convId, aiId }, { signal })).copilot,
    staleTime: 60_000,
  });

export const suggestAnswer = async (input: VariablesOf<typeof SUGGEST>["input"], signal: AbortSignal) =>
  (await botRequest(SUGGEST, input, { signal })).suggestAnswer;

export const rewriteText = async (input: VariablesOf<typeof REWRITE>["input"], signal: AbortSignal) =>
  (await botRequest(REWRITE, input, { signal })).rewriteText.text;
