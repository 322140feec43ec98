import type { Message as MessageRow } from "../generated/prisma/client.ts";
import { NoteType as NOTE_TYPES } from "../generated/prisma/enums.ts";
import { addMessage } from "../inbox/add-message.ts";
import { senderName } from "../inbox/display-name.ts";
import { getConvLastMessage } from "../inbox/get-conv-last-message.ts";
import { listMessageAttempts } from "../inbox/list-message-attempts.ts";
import type { MessageAttempt, MessageAttempts as MessageAttemptsResult } from "../inbox/list-message-attempts.ts";
import { listMessages } from "../inbox/list-messages.ts";
import { resendMessage } from "../inbox/resend-message.ts";
import { sendNotification } from "../inbox/send-notification.ts";
import type { Page } from "../page.ts";
import { builder } from "./builder.ts";
import { MessageType } from "./message-type.ts";
import { PageInfo } from "./page-info.ts";

const NoteType = builder.enumType("NoteType", { values: Object.values(NOTE_TYPES) });

export const Message = builder.objectRef<MessageRow>("Message").implement({
  fields: (t) => ({
    messageId: t.exposeID("id"),
    convId: t.exposeID("convId", { nullable: true }),
    clientId: t.exposeID("clientId", { nullable: true }),
    integrationId: t.exposeID("integrationId", { nullable: true }),
    content: t.exposeString("content", { description: "For media messages the media URL." }),
    type: t.expose("type", { type: MessageType }),
    noteType: t.expose("noteType", { type: NoteType, nullable: true }),
    isAgent: t.exposeBoolean("isAgent"),
    agentId: t.exposeID("agentId", {
      nullable: true,
      description: "The agent who sent it; null for clients, AI assistants and workspace keys.",
    }),
    aiId: t.exposeID("aiId", { nullable: true }),
    status: t.exposeString("status", { description: "pending, sent, delivered, read, played, failed" }),
    error: t.exposeString("error", { nullable: true, description: "Why it failed, in words; null otherwise." }),
    externalMessageId: t.exposeString("externalMessageId", { nullable: true }),
    replyToMessageId: t.exposeID("replyToMessageId", { nullable: true }),
    tags: t.exposeStringList("tags"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    seq: t.exposeInt("seq", { description: "Its place in the conversation." }),
    providerAt: t.expose("providerAt", {
      type: "DateTime",
      nullable: true,
      description: "Time of the sender's system where it gave one.",
    }),
    statusAt: t.expose("statusAt", { type: "DateTime", nullable: true }),
    resendOfId: t.exposeID("resendOfId", {
      nullable: true,
      description: "The failed message that this one sends again.",
    }),
    senderName: t.string({
      nullable: true,
      description: "Name for display: agent, assistant, key label or client's name; null for the service itself.",
      resolve: (message, _, { ctx }) => senderName(ctx, message),
    }),
    sourceType: t.exposeString("sourceType", { nullable: true }),
    sourceUrl: t.exposeString("sourceUrl", { nullable: true }),
  }),
});

const MessagePage = builder.objectRef<Page<MessageRow>>("MessagePage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [Message], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const SendAttempt = builder.objectRef<MessageAttempt>("SendAttempt").implement({
  fields: (t) => ({
    attemptNo: t.exposeInt("attemptNo"),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
    outcome: t.exposeString("outcome", {
      nullable: true,
      description: "accepted, refused, retry, unknown; null while it runs",
    }),
    responseStatus: t.exposeInt("responseStatus", { nullable: true }),
    error: t.exposeString("error", {
      nullable: true,
      description: "What the provider said, or why it could not be asked.",
    }),
    explanation: t.exposeString("explanation", {
      description: "For people: what happened, what went wrong, and what followed.",
    }),
  }),
});

const MessageAttempts = builder.objectRef<MessageAttemptsResult>("MessageAttempts").implement({
  fields: (t) => ({
    nodes: t.field({ type: [SendAttempt], resolve: (attempts) => attempts.nodes }),
    nextAttemptAt: t.expose("nextAttemptAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the next attempt is due; null: none is, one is being made, or the message waits for something else.",
    }),
    waitsFor: t.exposeString("waitsFor", {
      nullable: true,
      description:
        "What the message waits for, other than its time and its turn: a channel in error or switched off, an earlier message.",
    }),
  }),
});

const MessageInput = builder.inputType("MessageInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    content: t.string({ required: true }),
    type: t.field({ type: MessageType, required: true }),
    noteType: t.field({ type: NoteType }),
    replyToMessageId: t.id(),
  }),
});

const SendNotificationInput = builder.inputType("SendNotificationInput", {
  description: "A template to the client of clientId, or of phone when clientId is left out.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    clientId: t.id(),
    phone: t.string(),
    templateName: t.string({ required: true }),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
    trunk: t.string({ description: "The provider's trunk id." }),
    senderId: t.string(),
  }),
});

const MessagesInput = builder.inputType("MessagesInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id(),
    clientId: t.id(),
    assigneeId: t.id(),
    tags: t.stringList(),
    type: t.field({ type: MessageType }),
    startDate: t.field({ type: "DateTime" }),
    endDate: t.field({ type: "DateTime" }),
    first: t.int(),
    after: t.string(),
  }),
});

const ConvLastMessageInput = builder.inputType("ConvLastMessageInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const MessageAttemptsInput = builder.inputType("MessageAttemptsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), messageId: t.id({ required: true }) }),
});

const MessageResendInput = builder.inputType("MessageResendInput", {
  description: "A failed message again: a new message that names the old one.",
  fields: (t) => ({ workspaceId: t.int({ required: true }), messageId: t.id({ required: true }) }),
});

builder.queryFields((t) => ({
  messages: t.field({
    type: MessagePage,
    args: { input: t.arg({ type: MessagesInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listMessages(ctx, input),
  }),
  convLastMessage: t.field({
    type: Message,
    nullable: true,
    args: { input: t.arg({ type: ConvLastMessageInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getConvLastMessage(ctx, input),
  }),
  messageAttempts: t.field({
    type: MessageAttempts,
    args: { input: t.arg({ type: MessageAttemptsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listMessageAttempts(ctx, input),
  }),
}));

builder.mutationFields((t) => ({
  addMessage: t.field({
    type: Message,
    args: { input: t.arg({ type: MessageInput, required: true }) },
    resolve: (_, { input }, { ctx, idempotencyKey }) => addMessage(ctx, input, idempotencyKey),
  }),
  sendNotification: t.field({
    type: Message,
    args: { input: t.arg({ type: SendNotificationInput, required: true }) },
    resolve: (_, { input }, { ctx, idempotencyKey }) => sendNotification(ctx, input, idempotencyKey),
  }),
  resendMessage: t.field({
    type: Message,
    args: { input: t.arg({ type: MessageResendInput, required: true }) },
    resolve: (_, { input }, { ctx }) => resendMessage(ctx, input),
  }),
}));
