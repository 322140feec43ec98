import type { Expectation } from "./expectation.ts";

/** Operations of POST /bot/gq on the playground. */
export const PLAYGROUND_OPERATIONS = {
  openPlayground: { right: "MANAGE_WORKSPACE", input: () => ({}) },
  playgroundChat: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ convId: ids.playgroundConv }),
    ids: { convId: ["playgroundConv", "NOT_FOUND"] },
  },
  playgroundChats: { right: "MANAGE_WORKSPACE", input: () => ({}), ids: { after: ["cursor", "own"] } },
  replayPlayground: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, testNumber }) => {
      await testNumber();
      return { convId: ids.playgroundConv, aiId: ids.assistant };
    },
    ids: {
      convId: ["playgroundConv", "NOT_FOUND"],
      aiId: ["assistant", "NOT_FOUND"],
      versionId: ["aiVersion", "NOT_FOUND"],
    },
  },
  sayInPlayground: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newPlaygroundConv }) => ({ convIds: [await newPlaygroundConv()], content: "Hello" }),
    ids: { "convIds.0": ["playgroundConv", "NOT_FOUND"], externalMessageId: ["externalConversationId", "free"] },
  },
  startPlaygroundChat: {
    right: "MANAGE_WORKSPACE",
    input: async ({ ids, testNumber }) => ({ aiId: ids.assistant, phone: await testNumber() }),
    ids: { aiId: ["assistant", "NOT_FOUND"], versionId: ["aiVersion", "NOT_FOUND"] },
  },
} satisfies Record<string, Expectation>;
