import { infiniteQueryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { assistantKey } from "./queries.ts";

const VERSIONS = botGraphql(`
  query Versions($input: AIVersionsInput!) {
    aiVersions(input: $input) {
      nodes {
        id
        number
        state
        note
        integrationProperties
        createdBy
        createdByName
        createdAt
        patchedAt
        publishedAt
        score
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CREATE = botGraphql(`
  mutation CreateAssistant($input: AICreateInput!) {
    createAi(input: $input) {
      id
      name
    }
  }
`);

const PATCH = botGraphql(`
  mutation PatchAssistant($input: AIPatchInput!) {
    patchAi(input: $input) {
      id
    }
  }
`);

const SAVE_DRAFT = botGraphql(`
  mutation SaveDraft($input: AIDraftInput!) {
    saveAiDraft(input: $input) {
      id
    }
  }
`);

const DISCARD_DRAFT = botGraphql(`
  mutation DiscardDraft($input: AIDraftDiscardInput!) {
    discardAiDraft(input: $input) {
      id
    }
  }
`);

const PUBLISH = botGraphql(`
  mutation PublishDraft($input: AIPublishInput!) {
    publishAi(input: $input) {
      id
    }
  }
`);

const RESTORE = botGraphql(`
  mutation RestoreVersion($input: AIVersionRestoreInput!) {
    restoreAiVersion(input: $input) {
      number
    }
  }
`);

const CHECK = botGraphql(`
  mutation CheckAssistant($input: AICheckInput!) {
    checkAi(input: $input) {
      isGood
      message
    }
  }
`);

export type Version = ResultOf<typeof VERSIONS>["aiVersions"]["nodes"][number];

const VERSIONS_PAGE = 30;

export const versionsQuery = (workspaceId: number, aiId: string) =>
  infiniteQueryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "versions"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, aiId, first: VERSIONS_PAGE, after: pageParam };
      return (await botRequest(VERSIONS, input, { signal })).aiVersions;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

export const createAssistant = async (input: VariablesOf<typeof CREATE>["input"]) =>
  (await botRequest(CREATE, input)).createAi;
export const patchAssistant = (input: VariablesOf<typeof PATCH>["input"]) => botRequest(PATCH, input);
export const saveDraft = (input: VariablesOf<typeof SAVE_DRAFT>["input"]) => botRequest(SAVE_DRAFT, input);
export const discardDraft = (input: VariablesOf<typeof DISCARD_DRAFT>["input"]) => botRequest(DISCARD_DRAFT, input);
export const publishDraft = (input: VariablesOf<typeof PUBLISH>["input"]) => botRequest(PUBLISH, input);
export const restoreVersion = async (input: VariablesOf<typeof RESTORE>["input"]) =>
  (await botRequest(RESTORE, input)).restoreAiVersion.number;
/** Asks the assistant one question. The request lasts until the assistant has answered. */
export const checkAssistant = async (input: VariablesOf<typeof CHECK>["input"]) =>
  (await botRequest(CHECK, input)).checkAi;
