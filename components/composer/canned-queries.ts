import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const CANNED_REPLIES = graphql(`
  query CannedReplies($input: CannedRepliesInput!) {
    cannedReplies(input: $input) {
      nodes {
        id
        shortcut
        title
        content
        language
        variants {
          language
          content
        }
        isTeam
        channelTypes
        attachments {
          url
          name
          contentType
          sizeBytes
        }
        actions {
          kind
          tag
          stageId
          agentId
          minutes
        }
      }
    }
  }
`);

const CONV_LANGUAGE = graphql(`
  query InboxConvLanguage($input: ConvLanguageInput!) {
    convLanguage(input: $input) {
      language
    }
  }
`);

const CREATE = graphql(`
  mutation CreateCannedReply($input: CannedReplyCreateInput!) {
    createCannedReply(input: $input) {
      id
    }
  }
`);

const PATCH = graphql(`
  mutation PatchCannedReply($input: CannedReplyPatchInput!) {
    patchCannedReply(input: $input) {
      id
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteCannedReply($input: CannedReplyDeleteInput!) {
    deleteCannedReply(input: $input) {
      id
    }
  }
`);

export type CannedReply = ResultOf<typeof CANNED_REPLIES>["cannedReplies"]["nodes"][number];
export type ReplyAction = CannedReply["actions"][number];

/** The team's canned replies and the viewer's own. */
export const cannedRepliesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "cannedReplies"],
    queryFn: async ({ signal }) => (await gqlRequest(CANNED_REPLIES, { workspaceId }, { signal })).cannedReplies.nodes,
  });

/** Which of these languages the conversation's contact writes in. null: not clear. */
export const convLanguageQuery = (workspaceId: number, convId: string, among: string[]) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "language", convId, among],
    queryFn: async ({ signal }) =>
      (await gqlRequest(CONV_LANGUAGE, { workspaceId, convId, among }, { signal })).convLanguage.language,
    staleTime: 60_000,
  });

export const createCannedReply = (input: VariablesOf<typeof CREATE>["input"]) => gqlRequest(CREATE, input);
export const patchCannedReply = (input: VariablesOf<typeof PATCH>["input"]) => gqlRequest(PATCH, input);
export const deleteCannedReply = (input: VariablesOf<typeof DELETE>["input"]) => gqlRequest(DELETE, input);
