import type PrismaTypes from "../generated/pothos.ts";
import { assignConv } from "../conversations/assign-conv.ts";
import {
  clientOfConv,
  integrationOfConv,
  messagesOfConv,
  threadOfConv,
  type SHOWN,
} from "../conversations/conv-parts.ts";
import { countNeedResponse } from "../views/count-need-response.ts";
import { endConv } from "../conversations/end-conv.ts";
import { getConv } from "../conversations/get-conv.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { listConvs } from "../views/list-convs.ts";
import { markConvRead } from "../conversations/mark-conv-read.ts";
import { patchConv } from "../conversations/patch-conv.ts";
import { startConv } from "../conversations/start-conv.ts";
import { giveBackConv } from "../conversations/give-back-conv.ts";
import { takeOverConv } from "../conversations/take-over-conv.ts";
import { tagConv } from "../conversations/tag-conv.ts";
import { tellPresence } from "../conversations/tell-presence.ts";
import { tellTyping } from "../sending/tell-typing.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, rows } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { markUnread } from "../conversations/mark-unread.ts";
import { setConvRead } from "../conversations/set-conv-read.ts";
import { reopenConv } from "../conversations/reopen-conv.ts";
import { snoozeConv } from "../conversations/snooze-conv.ts";
import { unsnoozeConv } from "../conversations/unsnooze-conv.ts";

// Longer than 300 lines, because it is one catalogue: the type, and what can be asked of it, one entry each.

const SEEN_SEQ =
  "The newest message (`seq`) that the caller has seen. If the contact has written since, nothing changes and the answer is CONFLICT.";

// Rows from the plugin have every column. Rows from verbs, including the hot lists, have only the columns that the schema
// exposes.
export const Conversation = builder.prismaObject<
  "Conversation",
  [],
  PrismaTypes["Conversation"],
  unknown,
  typeof SHOWN
>("Conversation", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    integrationId: t.exposeID("integrationId"),
    integrationType: t.string({ resolve: async (conv, _, { ctx }) => (await integrationOfConv(ctx, conv)).type }),
    clientId: t.exposeID("clientId"),
    messages: t.field({
      type: "JSON",
      // Few conversations have 100 messages. With 50, a page of 200 conversations with messages stays within the limit.
      ...rows(50),
      description: "The newest 100 messages, oldest first, each with the fields of Message.",
      resolve: (conv, _, { ctx }) => messagesOfConv(ctx, conv),
    }),
    client: t.field({
      type: "JSON",
      description: "name, surname, code, phone, isDeleted",
      resolve: (conv, _, { ctx }) => clientOfConv(ctx, conv),
    }),
    stageId: t.exposeString("stageId", { nullable: true }),
    orderNo: t.exposeString("orderNo", { nullable: true }),
    ended: t.exposeBoolean("ended"),
    dormant: t.boolean({
      description:
        "Only the business has written in it, by broadcast, notification or key. Nobody has it, and lists of work leave it out, until the client answers.",
      resolve: ({ dormant }) => dormant,
    }),
    otherAppSince: t.expose("otherAppSince", {
      type: "DateTime",
      nullable: true,
      description:
        "Since then another app answers the client at the provider, such as Meta's business agent; null: none. Until takeOverConv, only templates and notes are taken.",
    }),
    endedBy: t.exposeString("endedBy", { nullable: true }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
    assigneeId: t.exposeID("assigneeId", { nullable: true }),
    aiId: t.exposeID("aiId", { nullable: true }),
    aiAssigneed: t.boolean({ resolve: (conv) => conv.aiId !== null }),
    broadcastId: t.exposeID("broadcastId", { nullable: true }),
    broadcastName: t.string({
      nullable: true,
      resolve: async ({ broadcastId }, _, { ctx }) =>
        broadcastId === null ? null : ((await inboxLoaders(ctx).broadcast.load(broadcastId))?.name ?? null),
    }),
    tags: t.exposeStringList("tags"),
    externalConversationId: t.string({ nullable: true, resolve: (conv, _, { ctx }) => threadOfConv(ctx, conv) }),
    rating: t.exposeInt("rating", {
      nullable: true,
      description: "The client's rating, from 1 to ratingScale; null: they gave none.",
    }),
    ratingScale: t.exposeInt("ratingScale", { nullable: true, description: "The best rating; null: nobody asked." }),
    ratedAt: t.expose("ratedAt", { type: "DateTime", nullable: true }),
    ratingComment: t.exposeString("ratingComment", {
      nullable: true,
      description: "What the client wrote right after their rating; at most 1,000 characters.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const ConversationPage = pageOf(builder, Conversation);

const PresenceState = builder.enumType("PresenceState", { values: ["viewing", "typing", "left"] as const });

const { query, mutation } = section(builder, "Conversations");

query("convs", listConvs, {
  type: ConversationPage,
  input: (t) => ({
    integrationId: t.id(),
    clientId: t.id(),
    ended: t.boolean(),
    dormant: t.boolean({ description: "Left out: dormant conversations and others." }),
    tags: t.stringList(),
    assigneeId: t.id(),
    stageId: t.string(),
    nameOrPhone: t.string(),
    externalConversationId: t.string(),
    aiId: t.id(),
    first: t.int(),
    after: t.string(),
  }),
  says: "Conversations that match every filter, newest first.",
  example: { ended: false, first: 20 },
  args: (input) => [{ ...input, stageId: input.stageId == null ? null : idOrNil(input.stageId) }],
});

query("conv", getConv, {
  type: Conversation,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "One conversation with its newest 100 messages.",
  example: { id: "CONV_ID" },
});

query("openConversationsNeedResponseCount", countNeedResponse, {
  type: "Int",
  says: "How many open conversations wait for an answer.",
  example: {},
});

mutation("startConv", startConv, {
  type: Conversation,
  inputSays: "A template to the client of clientId, or of phone when clientId is left out.",
  input: (t) => ({
    integrationId: t.id({ required: true }),
    clientId: t.id(),
    phone: t.string(),
    templateName: t.string({ required: true }),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
  }),
  says: "Opens a conversation by sending the client a template. Started by a key it is dormant: nobody has it until the client answers.",
  example: { integrationId: "INTEGRATION_ID", clientId: "CLIENT_ID", templateName: "hello", templateLang: "en" },
  idempotent: true,
});

mutation("assignConv", assignConv, {
  type: Conversation,
  inputSays:
    "agentId assigns to that agent, isAi to the channel's (or the workspace's) AI assistant; neither: unassigned.",
  input: (t) => ({
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    agentId: t.id(),
    isAi: t.boolean(),
  }),
  says: "Gives a conversation to an agent, to the AI assistant, or to nobody.",
  example: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", agentId: "AGENT_ID" },
});

mutation("takeOverConv", takeOverConv, {
  type: Conversation,
  inputName: "ConvTakeOverInput",
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Takes a conversation from the other app that answers the client, at the provider too. An unassigned one goes to the caller's agent.",
  example: { convId: "CONV_ID" },
});

mutation("giveBackConv", giveBackConv, {
  type: Conversation,
  inputName: "ConvGiveBackInput",
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Gives a conversation back to the other app that answered the client before, at the provider too.",
  example: { convId: "CONV_ID" },
});

mutation("endConv", endConv, {
  type: Conversation,
  input: (t) => ({
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    seenSeq: t.int({ description: SEEN_SEQ }),
  }),
  says: "Ends a conversation; the client's next message opens a new one.",
  example: { integrationId: "INTEGRATION_ID", convId: "CONV_ID" },
});

mutation("patchConv", patchConv, {
  type: Conversation,
  input: (t) => ({
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    stageId: t.string(),
    orderNo: t.string(),
  }),
  says: "Sets a conversation's stage and order number.",
  example: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", orderNo: "SO-2026-118" },
  args: (input) => [{ ...input, ...(input.stageId == null ? {} : { stageId: idOrNil(input.stageId) }) }],
});

mutation("tagConv", tagConv, {
  type: Conversation,
  inputSays: "The whole new set of tags.",
  input: (t) => ({
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    tags: t.stringList({ required: true }),
  }),
  says: "Sets the whole list of a conversation's tags.",
  example: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", tags: ["refund"] },
});

mutation("markConvRead", markConvRead, {
  type: Conversation,
  inputName: "ConvReadInput",
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Tells the client that their messages were read, once, where the channel shows such a thing.",
  example: { convId: "CONV_ID" },
});

mutation("tellTyping", tellTyping, {
  type: Conversation,
  inputName: "ConvTypingInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    isTyping: t.boolean({ required: true, description: "Said again every few seconds while it is true." }),
  }),
  says: "Tells the client that an agent is writing or has stopped, where the channel shows such a thing.",
  example: { convId: "CONV_ID", isTyping: true },
});

mutation("tellPresence", tellPresence, {
  type: Conversation,
  inputName: "ConvPresenceInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    state: t.field({
      type: PresenceState,
      required: true,
      description:
        "viewing: said again every 15 seconds, forgotten after 40; typing: every 3, forgotten after 6; left: at once.",
    }),
  }),
  says: "Tells colleagues that the caller's agent looks at a conversation, writes in it, or has left it.",
  example: { convId: "CONV_ID", state: "viewing" },
  signedIn: true,
});

mutation("setConvRead", setConvRead, {
  type: Conversation,
  inputName: "ConvSetReadInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    seq: t.int({ required: true, description: "Place of the last message that was seen." }),
  }),
  says: "Says up to which message the caller's agent has seen a conversation; their other devices follow.",
  example: { convId: "CONV_ID", seq: 2 },
  signedIn: true,
});

mutation("markUnread", markUnread, {
  type: Conversation,
  inputName: "ConvMarkUnreadInput",
  input: (t) => ({
    convId: t.id({ required: true }),
    fromSeq: t.int({ description: "The first message that is to be unread; left out: the client's last." }),
  }),
  says: "Makes a conversation unread for the caller's agent again, from a message on.",
  example: { convId: "CONV_ID", fromSeq: 1 },
  signedIn: true,
});

mutation("snoozeConv", snoozeConv, {
  type: Conversation,
  input: (t) => ({
    convId: t.id({ required: true }),
    until: t.field({
      type: "DateTime",
      description: "Left out: until the client writes, which ends every snooze. At most a year away.",
    }),
    onlyMe: t.boolean({ description: "For the caller's agent alone; the team's lists stay as they are." }),
    seenSeq: t.int({ description: SEEN_SEQ }),
  }),
  says: "Puts a conversation aside until a time, or until the client writes; it comes back to the top of the list.",
  example: { convId: "CONV_ID", until: "TIME_TO_COME" },
});

mutation("unsnoozeConv", unsnoozeConv, {
  type: Conversation,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Ends a conversation's snooze before its time.",
  example: { convId: "CONV_ID" },
});

mutation("reopenConv", reopenConv, {
  type: Conversation,
  inputSays: "By who ended it, within ten minutes, and while no newer one of the client is open on the channel.",
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Takes back the end of a conversation that the caller ended less than ten minutes ago.",
  example: { convId: "CONV_ID" },
});
