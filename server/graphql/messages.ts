import type { Message as MessageRow } from "../generated/prisma/client.ts";
import { NoteType as NOTE_TYPES } from "../generated/prisma/enums.ts";
import { addMessage } from "../messages/add-message.ts";
import { senderName } from "../conversations/display-name.ts";
import { getConvLastMessage } from "../conversations/get-conv-last-message.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { listMessageVersions } from "../messages/list-message-versions.ts";
import { listMessages } from "../messages/list-messages.ts";
import {
  isUnsupported,
  rawOf,
  replyContextOf,
  templateOf,
  type ReplyContext as ReplyContextParts,
} from "../messages/message-parts.ts";
import { reactToMessage } from "../messages/react-to-message.ts";
import type { Ad } from "../channels/ad.ts";
import type { MessageMedia } from "../media/media-of-messages.ts";
import { resendMessage } from "../messages/resend-message.ts";
import { sendNotification } from "../messages/send-notification.ts";
import { readSaid } from "../read-said.ts";
import { alongside, builder } from "./builder.ts";
import { messageLanguage } from "./message-language.ts";
import { MessageAd } from "./message-ad.ts";
import { MessageType } from "./message-type.ts";
import { section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";
import { listOf, pageOf } from "./pages.ts";

export const NoteType = builder.enumType("NoteType", { values: Object.values(NOTE_TYPES) });

export const Media = builder.objectRef<MessageMedia>("MessageMedia").implement({
  description:
    "The file that a message of type image, audio, video or document is. Of a file elsewhere all but state is null.",
  fields: (t) => ({
    fileName: t.exposeString("fileName", { nullable: true, description: "What its sender called it." }),
    contentType: t.exposeString("contentType", { nullable: true }),
    sizeBytes: t.exposeInt("sizeBytes", { nullable: true }),
    state: t.exposeString("state", {
      description: "ready, copying (from the client's provider; content is its final address already), lost",
    }),
    error: t.exposeString("error", { nullable: true, description: "Why it is lost, in words; null otherwise." }),
  }),
});

builder.prismaObject("MessageReaction", {
  description: "One of the client's and one of the business's per message.",
  fields: (t) => ({
    emoji: t.exposeString("emoji", {
      nullable: true,
      description: "Null only beside an error: it was taken back here, and the provider would not have it.",
    }),
    isAgent: t.exposeBoolean("isAgent"),
    agentId: t.exposeID("agentId", { nullable: true }),
    at: t.expose("at", { type: "DateTime" }),
    error: t.exposeString("error", { nullable: true, description: "Why the provider does not show it." }),
  }),
});

const ReplyContext = builder.objectRef<ReplyContextParts>("ReplyContext").implement({
  description: "What the provider said of the message that this one answers, where it is none of ours.",
  fields: (t) => ({
    content: t.exposeString("content", { nullable: true }),
    type: t.exposeString("type", { nullable: true }),
  }),
});

export const Message = builder.prismaObject("Message", {
  fields: (t) => ({
    messageId: t.exposeID("id"),
    convId: t.exposeID("convId", { nullable: true }),
    clientId: t.exposeID("clientId", { nullable: true }),
    integrationId: t.exposeID("integrationId", { nullable: true }),
    content: t.exposeString("content", { description: "For media messages the media URL." }),
    media: t.field({
      type: Media,
      nullable: true,
      resolve: (message, _, { ctx }) => inboxLoaders(ctx).media.load(message),
    }),
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
    language: t.string({
      nullable: true,
      description: "Of what was written, as a BCP 47 tag; null where it is not known for sure.",
      resolve: messageLanguage,
    }),
    contentWording: t.field(wordingField(({ contentSaid }: MessageRow) => readSaid(contentSaid))),
    errorWording: t.field(wordingField(({ errorSaid }: MessageRow) => readSaid(errorSaid))),
    sendState: t.string({
      nullable: true,
      description:
        "Beside pending and failed: queued, sending, or unknown (the provider was asked and its answer never came); null where status tells all.",
      resolve: (message, _, { ctx }) => inboxLoaders(ctx).sendState.load(message),
    }),
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
    ad: t.field({ type: MessageAd, nullable: true, resolve: ({ ad }) => ad as Ad | null }),
    caption: t.exposeString("caption", { nullable: true, description: "The text that goes with a file." }),
    // The contact's reaction first. A removed reaction is included only if the provider rejected it.
    reactions: t.relation("reactions", {
      query: { where: { OR: [{ emoji: { not: null } }, { error: { not: null } }] }, orderBy: { isAgent: "asc" } },
    }),
    editedAt: t.expose("editedAt", {
      type: "DateTime",
      nullable: true,
      description: "When its sender last changed it; messageVersions has what it said before.",
    }),
    removedAt: t.expose("removedAt", {
      type: "DateTime",
      nullable: true,
      description: "When its sender took it back: its content is empty.",
    }),
    writerName: t.exposeString("writerName", { nullable: true, description: "In a group: who wrote it." }),
    hiddenAt: t.expose("hiddenAt", {
      type: "DateTime",
      nullable: true,
      description: "When the comment was hidden from the public; null: it is visible, or no comment.",
    }),
    sentElsewhere: t.exposeBoolean("sentElsewhere", {
      description: "Written by the business outside this service: in the phone's app or the provider's own inbox.",
    }),
    replyContext: t.field({ type: ReplyContext, nullable: true, resolve: replyContextOf }),
    template: t.field({
      type: "JSON",
      nullable: true,
      description:
        "Of a template: its name, language and components, as they were sent; contact details in them are masked for AGENT.",
      resolve: (message, _, { ctx }) => templateOf(ctx, message),
    }),
    templateText: t.string({
      nullable: true,
      description:
        "Of a template: its body as the client reads it, with contact details masked for AGENT; null where the channel's definition is not known.",
      resolve: async (message, _, { ctx }) =>
        message.type === "template"
          ? inboxLoaders(ctx).templateText.load({ ...message, template: await templateOf(ctx, message) })
          : null,
    }),
    isUnsupported: t.boolean({
      description: "Of a kind that cannot be shown; content says in square brackets what it is.",
      resolve: isUnsupported,
    }),
    raw: t.string({
      nullable: true,
      description:
        "What came from the provider, as JSON text, where content does not tell all; needs MANAGE_WORKSPACE, else null.",
      resolve: (message, _, { ctx }) => rawOf(ctx, message),
    }),
  }),
});

const MessageVersion = builder.prismaObject("MessageVersion", {
  fields: (t) => ({
    versionNo: t.exposeInt("versionNo", { description: "1 is the first that was sent." }),
    content: t.exposeString("content"),
    caption: t.exposeString("caption", { nullable: true }),
    replacedAt: t.expose("replacedAt", { type: "DateTime" }),
  }),
});

const MessageVersionList = listOf(builder, MessageVersion);

const MessagePage = pageOf(builder, Message);

const { query, mutation } = section(builder, "Messages");

query("messages", listMessages, {
  type: MessagePage,
  input: (t) => ({
    convId: t.id(),
    clientId: t.id(),
    assigneeId: t.id(),
    tags: t.stringList(),
    type: t.field({ type: MessageType }),
    systemLines: t.boolean({
      description:
        "False: without the lines that the service writes itself (noteType system). Else they are among the rest.",
    }),
    startDate: t.field({ type: "DateTime" }),
    endDate: t.field({ type: "DateTime" }),
    first: t.int(),
    after: t.string(),
  }),
  args: (input, context, info) => [input, alongside(context, info)],
  says: "Messages that match every filter, newest first.",
  example: { convId: "CONV_ID", first: 20 },
});

query("convLastMessage", getConvLastMessage, {
  type: Message,
  nullable: true,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "The last message of a conversation; null while it has none.",
  example: { convId: "CONV_ID" },
});

query("messageVersions", listMessageVersions, {
  type: MessageVersionList,
  input: (t) => ({ messageId: t.id({ required: true }) }),
  says: "What a message said before its sender changed it, first to last.",
  example: { messageId: "MESSAGE_ID" },
});

mutation("addMessage", addMessage, {
  type: Message,
  inputName: "MessageInput",
  input: (t) => ({
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    content: t.string({ required: true }),
    type: t.field({ type: MessageType, required: true }),
    caption: t.string({ description: "The text that goes with a file, where the channel takes one." }),
    noteType: t.field({ type: NoteType }),
    replyToMessageId: t.id(),
    mentions: t.idList({ description: "Agents who are named in a note: they hear of it." }),
  }),
  says: "Sends a message in a conversation, or adds a note that the client never sees. An agent who writes takes the conversation over from its AI assistant.",
  example: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", type: "text", content: "It left today." },
  idempotent: true,
});

mutation("sendNotification", sendNotification, {
  type: Message,
  inputName: "SendNotificationInput",
  inputSays: "A template to the client of clientId, or of phone when clientId is left out.",
  input: (t) => ({
    integrationId: t.id({ required: true }),
    clientId: t.id(),
    phone: t.string(),
    templateName: t.string({ required: true }),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
    trunk: t.string({ description: "The provider's trunk id." }),
    senderId: t.string(),
  }),
  says: "Sends a template to one client: an order's state, a one-time password.",
  example: {
    integrationId: "INTEGRATION_ID",
    phone: "+48 600 100 300",
    templateName: "order_shipped",
    templateLang: "en",
    templateComponents: [{ type: "body", parameters: [{ type: "text", text: "{{name}}" }] }],
  },
  idempotent: true,
});

mutation("resendMessage", resendMessage, {
  type: Message,
  inputSays: "A failed message again: a new message that names the old one.",
  input: (t) => ({ messageId: t.id({ required: true }) }),
  says: "Sends a failed message again, as a new message that names the old one.",
  example: { messageId: "FAILED_MESSAGE_ID" },
});

mutation("reactToMessage", reactToMessage, {
  type: Message,
  inputName: "MessageReactInput",
  input: (t) => ({
    messageId: t.id({ required: true }),
    emoji: t.string({ description: "One emoji; null or left out takes the business's reaction back." }),
  }),
  says: "Gives a client's message the business's reaction, in place of the one before, or takes it back.",
  example: { messageId: "MESSAGE_ID", emoji: "👍" },
});
