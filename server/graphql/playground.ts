import type { ChatView, PlaygroundMessage as Line } from "../assistants/playground/chat-view.ts";
import { getPlaygroundChat } from "../assistants/playground/get-playground-chat.ts";
import { listPlaygroundChats } from "../assistants/playground/list-playground-chats.ts";
import { openPlayground, type Playground as Opened } from "../assistants/playground/open-playground.ts";
import { replayPlayground } from "../assistants/playground/replay-playground.ts";
import { sayInPlayground } from "../assistants/playground/say-in-playground.ts";
import { startPlaygroundChat } from "../assistants/playground/start-playground-chat.ts";
import { AIAnswer } from "./ai-figures.ts";
import { AI } from "./assistants.ts";
import { assistantBuilder as builder, rows } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf, pageOf } from "./pages.ts";

const PlaygroundNumber = builder.objectRef<Opened["testNumbers"][number]>("PlaygroundNumber").implement({
  fields: (t) => ({ phone: t.exposeString("phone"), active: t.exposeBoolean("active") }),
});

const Playground = builder.objectRef<Opened>("Playground").implement({
  fields: (t) => ({
    ais: t.field({ type: [AI], description: "The newest 200.", resolve: ({ ais }) => ais }),
    testNumbers: t.field({
      type: [PlaygroundNumber],
      description: "Of the workspace's settings; only active ones can be played.",
      resolve: ({ testNumbers }) => testNumbers,
    }),
    builtInId: t.exposeID("builtInId", { description: "The assistant that needs no key." }),
  }),
});

const PlaygroundMessage = builder.objectRef<Line>("PlaygroundMessage").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    isClient: t.exposeBoolean("isClient"),
    isNote: t.exposeBoolean("isNote", { description: "A line of the service: the client does not see it." }),
    type: t.exposeString("type"),
    content: t.exposeString("content"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    answerId: t.exposeID("answerId", { nullable: true, description: "The answer of the chat that it was made by." }),
  }),
});

const PlaygroundChat = builder.objectRef<ChatView>("PlaygroundChat").implement({
  fields: (t) => ({
    convId: t.exposeID("convId"),
    aiId: t.exposeID("aiId"),
    versionId: t.exposeID("versionId", { nullable: true, description: "Null: the assistant as it is live." }),
    versionNumber: t.exposeInt("versionNumber"),
    phone: t.exposeString("phone"),
    ended: t.exposeBoolean("ended"),
    isHandedOver: t.exposeBoolean("isHandedOver"),
    isThinking: t.exposeBoolean("isThinking", { description: "Something that was said is still to be answered." }),
    isReplaying: t.exposeBoolean("isReplaying", { description: "Lines of an earlier chat are still to be said." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    firstLine: t.string({
      nullable: true,
      description: "What the client said first.",
      resolve: (chat) => chat.firstLine(),
    }),
    messages: t.field({
      type: [PlaygroundMessage],
      ...rows(40),
      description: "Oldest first; the newest 500, or fewer in a list of chats.",
      resolve: (chat) => chat.messages(),
    }),
    answers: t.field({
      type: [AIAnswer],
      ...rows(40),
      description: "What the assistant did, oldest first; the newest 200, or fewer in a list of chats.",
      resolve: (chat) => chat.answers(),
    }),
    clientFields: t.field({
      type: "JSON",
      description: "What is known of the client, by field: what was gathered, and the number that is played.",
      resolve: ({ clientFields }) => clientFields,
    }),
    tags: t.exposeStringList("tags"),
  }),
});

const PlaygroundChatPage = pageOf(builder, PlaygroundChat);

const PlaygroundChatList = listOf(builder, PlaygroundChat);

const { query, mutation } = section(builder, "Playground");

query("playgroundChat", getPlaygroundChat, {
  type: PlaygroundChat,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "A chat with what was said, and beside it what the assistant did.",
  example: { convId: "PLAYGROUND_CONV_ID" },
});

query("playgroundChats", listPlaygroundChats, {
  type: PlaygroundChatPage,
  input: (t) => ({ first: t.int(), after: t.string() }),
  says: "The chats of the last 30 days, newest first.",
  example: { first: 20 },
});

mutation("openPlayground", openPlayground, {
  type: Playground,
  says: "What can be tried, and with which test numbers; makes the built-in assistant when it is first called.",
  example: {},
});

mutation("startPlaygroundChat", startPlaygroundChat, {
  type: PlaygroundChat,
  inputSays: "Without versionId the assistant answers as it is live.",
  input: (t) => ({
    aiId: t.id({ required: true }),
    versionId: t.id(),
    phone: t.string({ required: true }),
  }),
  says: "Begins a conversation with an assistant as a client with one of the test numbers.",
  example: { aiId: "AI_ID", phone: "+48601234567" },
});

mutation("sayInPlayground", sayInPlayground, {
  type: PlaygroundChatList,
  inputName: "PlaygroundSayInput",
  inputSays: "The same line in one chat, or in two side by side; under the same externalMessageId it is said once.",
  input: (t) => ({
    convIds: t.idList({ required: true }),
    content: t.string({ required: true }),
    externalMessageId: t.string(),
  }),
  says: "Says a line as the client, in one chat or in two side by side; the answer follows within seconds.",
  example: { convIds: ["PLAYGROUND_CONV_ID"], content: "What does delivery cost?", externalMessageId: "line-1" },
});

mutation("replayPlayground", replayPlayground, {
  type: PlaygroundChat,
  inputSays: "Without aiId it is the assistant of that chat, in its version unless another one is named.",
  input: (t) => ({
    convId: t.id({ required: true }),
    aiId: t.id(),
    versionId: t.id(),
  }),
  says: "Says everything of an earlier chat again in a new one, each line after the answer to the one before.",
  example: { convId: "PLAYGROUND_CONV_ID" },
});
