import type { OperationTable } from "./operation-words.ts";

const SECTION = "Playground";

/** Operations of POST /bot/gq on conversations that try an assistant out. */
export const PLAYGROUND_OPERATIONS: OperationTable = {
  openPlayground: {
    section: SECTION,
    summary: "What can be tried, and with which test numbers; makes the built-in assistant when it is first called.",
    input: {},
  },
  startPlaygroundChat: {
    section: SECTION,
    summary: "Begins a conversation with an assistant as a client with one of the test numbers.",
    input: { aiId: "AI_ID", phone: "+48601234567" },
  },
  sayInPlayground: {
    section: SECTION,
    summary: "Says a line as the client, in one chat or in two side by side; the answer follows within seconds.",
    input: { convIds: ["PLAYGROUND_CONV_ID"], content: "What does delivery cost?", externalMessageId: "line-1" },
  },
  playgroundChat: {
    section: SECTION,
    summary: "A chat with what was said, and beside it what the assistant did.",
    input: { convId: "PLAYGROUND_CONV_ID" },
  },
  playgroundChats: {
    section: SECTION,
    summary: "The chats of the last 30 days, newest first.",
    input: { first: 20 },
  },
  replayPlayground: {
    section: SECTION,
    summary: "Says everything of an earlier chat again in a new one, each line after the answer to the one before.",
    input: { convId: "PLAYGROUND_CONV_ID" },
  },
};
