import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const ASSISTANT = botGraphql(`
  fragment Assistant on AI @_unmask {
    id
    name
    type
    integrationProperties
    versionNumber
    gateScore
    createdAt
    patchedAt
    draft {
      id
      number
      note
      integrationProperties
      score
      createdAt
      patchedAt
    }
    channels {
      integrationId
      name
      type
    }
  }
`);

/** Without integrationProperties, which can contain whole pages of text. */
const ASSISTANTS = botGraphql(`
  query Assistants($input: AIsInput!) {
    ais(input: $input) {
      nodes {
        id
        name
        type
        versionNumber
        draft {
          id
        }
        channels {
          name
        }
      }
    }
  }
`);

const ONE = botGraphql(
  `
    query Assistant($input: AIInput!) {
      ai(input: $input) {
        ...Assistant
      }
    }
  `,
  [ASSISTANT],
);

const FIGURES = botGraphql(`
  query AssistantFigures($input: AIFiguresInput!) {
    aiFigures(input: $input) {
      turns
      answered
      askedBack
      handedOver
      ended
      dropped
      unanswered
      promptTokens
      completionTokens
      medianMs
      p95Ms
      reasons {
        reason
        count
      }
      days {
        day
        answered
        handedOver
        unanswered
      }
    }
  }
`);

const DELETE = botGraphql(`
  mutation DeleteAssistant($input: AIDeleteInput!) {
    deleteAi(input: $input) {
      id
    }
  }
`);

const OPEN_PLAYGROUND = botGraphql(`
  mutation SetUpBuiltIn($input: PlaygroundOpenInput!) {
    openPlayground(input: $input) {
      builtInId
    }
  }
`);

export type Assistant = ResultOf<typeof ASSISTANT>;
export type ListedAssistant = ResultOf<typeof ASSISTANTS>["ais"]["nodes"][number];
export type AssistantFigures = ResultOf<typeof FIGURES>["aiFigures"];

/** A workspace change invalidates everything under this key. */
export const assistantsKey = (workspaceId: number) => [...workspaceKey(workspaceId), "assistants"] as const;
export const assistantKey = (workspaceId: number, aiId: string) => [...assistantsKey(workspaceId), aiId] as const;

/** The largest page that the service returns. No workspace has that many assistants. */
const MOST = 200;

export const assistantsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...assistantsKey(workspaceId), "list"],
    queryFn: async ({ signal }) => (await botRequest(ASSISTANTS, { workspaceId, first: MOST }, { signal })).ais.nodes,
  });

export const assistantQuery = (workspaceId: number, aiId: string) =>
  queryOptions({
    queryKey: assistantKey(workspaceId, aiId),
    queryFn: async ({ signal }) => (await botRequest(ONE, { workspaceId, id: aiId }, { signal })).ai,
  });

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The number of days that the figures cover. */
export const FIGURE_DAYS = 30;

export const figuresQuery = (workspaceId: number, aiId: string) =>
  queryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "figures"],
    queryFn: async ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - FIGURE_DAYS * DAY_MS);
      const input = { workspaceId, aiId, from: from.toISOString(), to: to.toISOString() };
      return (await botRequest(FIGURES, input, { signal })).aiFigures;
    },
  });

/** The same figures for a chosen period: [from, to). */
export const periodFiguresQuery = (workspaceId: number, aiId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "figures", from, to],
    queryFn: async ({ signal }) => (await botRequest(FIGURES, { workspaceId, aiId, from, to }, { signal })).aiFigures,
  });

export const deleteAssistant = (input: VariablesOf<typeof DELETE>["input"]) => botRequest(DELETE, input);
/** Creates the built-in assistant if there is none yet. Returns its id. */
export const setUpBuiltIn = async (workspaceId: number) =>
  (await botRequest(OPEN_PLAYGROUND, { workspaceId })).openPlayground.builtInId;
