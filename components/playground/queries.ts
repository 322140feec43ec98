import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const OPEN = botGraphql(`
  mutation OpenPlayground($input: PlaygroundOpenInput!) {
    openPlayground(input: $input) {
      builtInId
      ais {
        id
        name
        type
        versionNumber
        draft {
          id
          number
        }
      }
      testNumbers {
        phone
        active
      }
    }
  }
`);

const CHAT = botGraphql(`
  fragment Chat on PlaygroundChat @_unmask {
    convId
    aiId
    versionId
    versionNumber
    phone
    ended
    isHandedOver
    isThinking
    isReplaying
    createdAt
    clientFields
    tags
    messages {
      id
      isClient
      isNote
      type
      content
      createdAt
      answerId
    }
    answers {
      id
      messageId
      outcome
      reason
      isUnanswered
      attempts
      promptTokens
      completionTokens
      durationMs
      trace
    }
  }
`);

const ONE = botGraphql(
  `
    query PlaygroundChat($input: PlaygroundChatInput!) {
      playgroundChat(input: $input) {
        ...Chat
      }
    }
  `,
  [CHAT],
);

const RECENT = botGraphql(`
  query PlaygroundChats($input: PlaygroundChatsInput!) {
    playgroundChats(input: $input) {
      nodes {
        convId
        aiId
        versionNumber
        createdAt
        ended
        isHandedOver
        firstLine
      }
    }
  }
`);

const START = botGraphql(
  `
    mutation StartPlaygroundChat($input: PlaygroundChatStartInput!) {
      startPlaygroundChat(input: $input) {
        ...Chat
      }
    }
  `,
  [CHAT],
);

const SAY = botGraphql(
  `
    mutation SayInPlayground($input: PlaygroundSayInput!) {
      sayInPlayground(input: $input) {
        nodes {
          ...Chat
        }
      }
    }
  `,
  [CHAT],
);

const REPLAY = botGraphql(
  `
    mutation ReplayPlayground($input: PlaygroundReplayInput!) {
      replayPlayground(input: $input) {
        ...Chat
      }
    }
  `,
  [CHAT],
);

export type Opened = ResultOf<typeof OPEN>["openPlayground"];
export type TriedAssistant = Opened["ais"][number];
export type Chat = ResultOf<typeof CHAT>;
export type ChatMessage = Chat["messages"][number];
export type Answer = Chat["answers"][number];

/** Assistants and test numbers. The first call creates the built-in assistant, so this is an idempotent mutation. */
export const playgroundQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "playground"],
    queryFn: async ({ signal }) => (await botRequest(OPEN, { workspaceId }, { signal })).openPlayground,
  });

/** Polling interval in milliseconds while an answer or a replay is pending, in case the live stream misses an event. */
const POLL_MS = 2_000;

const chatKey = (workspaceId: number, convId: string) => ["playground-chat", workspaceId, convId] as const;

export const chatQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: chatKey(workspaceId, convId),
    queryFn: async ({ signal }) => (await botRequest(ONE, { workspaceId, convId }, { signal })).playgroundChat,
    refetchInterval: ({ state }) => (state.data?.isThinking || state.data?.isReplaying ? POLL_MS : false),
  });

const RECENT_SHOWN = 20;

export const recentChatsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["playground-chats", workspaceId],
    queryFn: async ({ signal }) =>
      (await botRequest(RECENT, { workspaceId, first: RECENT_SHOWN }, { signal })).playgroundChats.nodes,
  });

export const startChat = async (input: VariablesOf<typeof START>["input"]) =>
  (await botRequest(START, input)).startPlaygroundChat;
export const say = async (input: VariablesOf<typeof SAY>["input"]) =>
  (await botRequest(SAY, input)).sayInPlayground.nodes;
export const replay = async (input: VariablesOf<typeof REPLAY>["input"]) =>
  (await botRequest(REPLAY, input)).replayPlayground;
