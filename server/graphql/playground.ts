import type { ChatView, PlaygroundMessage as Line } from "../assistants/playground/chat-view.ts";
import { getPlaygroundChat } from "../assistants/playground/get-playground-chat.ts";
import { listPlaygroundChats } from "../assistants/playground/list-playground-chats.ts";
import { openPlayground } from "../assistants/playground/open-playground.ts";
import type { Playground as Opened } from "../assistants/playground/open-playground.ts";
import { replayPlayground } from "../assistants/playground/replay-playground.ts";
import { sayInPlayground } from "../assistants/playground/say-in-playground.ts";
import { startPlaygroundChat } from "../assistants/playground/start-playground-chat.ts";
import type { Page } from "../page.ts";
import { AIAnswer } from "./ai-figures.ts";
import { AI } from "./assistants.ts";
import { assistantBuilder as builder, needs, rows } from "./builder.ts";
import { AssistantPageInfo } from "./page-info.ts";

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

const PlaygroundChatPage = builder.objectRef<Page<ChatView>>("PlaygroundChatPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [PlaygroundChat], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: AssistantPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const PlaygroundChatList = builder.objectRef<ChatView[]>("PlaygroundChatList").implement({
  fields: (t) => ({ nodes: t.field({ type: [PlaygroundChat], resolve: (chats) => chats }) }),
});

const PlaygroundOpenInput = builder.inputType("PlaygroundOpenInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const PlaygroundChatStartInput = builder.inputType("PlaygroundChatStartInput", {
  description: "Without versionId the assistant answers as it is live.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    aiId: t.id({ required: true }),
    versionId: t.id(),
    phone: t.string({ required: true }),
  }),
});

const PlaygroundSayInput = builder.inputType("PlaygroundSayInput", {
  description: "The same line in one chat, or in two side by side; under the same externalMessageId it is said once.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convIds: t.idList({ required: true }),
    content: t.string({ required: true }),
    externalMessageId: t.string(),
  }),
});

const PlaygroundChatInput = builder.inputType("PlaygroundChatInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const PlaygroundChatsInput = builder.inputType("PlaygroundChatsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), first: t.int(), after: t.string() }),
});

const PlaygroundReplayInput = builder.inputType("PlaygroundReplayInput", {
  description: "Without aiId it is the assistant of that chat, in its version unless another one is named.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    aiId: t.id(),
    versionId: t.id(),
  }),
});

builder.queryField("playgroundChat", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: PlaygroundChat,
    args: { input: t.arg({ type: PlaygroundChatInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getPlaygroundChat(ctx, input),
  }),
);

builder.queryField("playgroundChats", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: PlaygroundChatPage,
    args: { input: t.arg({ type: PlaygroundChatsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listPlaygroundChats(ctx, input),
  }),
);

builder.mutationField("openPlayground", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Playground,
    args: { input: t.arg({ type: PlaygroundOpenInput, required: true }) },
    resolve: (_, _input, { ctx }) => openPlayground(ctx),
  }),
);

builder.mutationField("startPlaygroundChat", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: PlaygroundChat,
    args: { input: t.arg({ type: PlaygroundChatStartInput, required: true }) },
    resolve: (_, { input }, { ctx }) => startPlaygroundChat(ctx, input),
  }),
);

builder.mutationField("sayInPlayground", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: PlaygroundChatList,
    args: { input: t.arg({ type: PlaygroundSayInput, required: true }) },
    resolve: (_, { input }, { ctx }) => sayInPlayground(ctx, input),
  }),
);

builder.mutationField("replayPlayground", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: PlaygroundChat,
    args: { input: t.arg({ type: PlaygroundReplayInput, required: true }) },
    resolve: (_, { input }, { ctx }) => replayPlayground(ctx, input),
  }),
);
