import { assignConv } from "../inbox/assign-conv.ts";
import { clientOfConv, integrationOfConv, messagesOfConv, threadOfConv } from "../inbox/conv-parts.ts";
import type { ConvShown } from "../inbox/conv-parts.ts";
import { countNeedResponse } from "../inbox/count-need-response.ts";
import { endConv } from "../inbox/end-conv.ts";
import { getConv } from "../inbox/get-conv.ts";
import { inboxLoaders } from "../inbox/inbox-loaders.ts";
import { listConvs } from "../inbox/list-convs.ts";
import { markConvRead } from "../inbox/mark-conv-read.ts";
import { patchConv } from "../inbox/patch-conv.ts";
import { startConv } from "../inbox/start-conv.ts";
import { tagConv } from "../inbox/tag-conv.ts";
import { tellPresence } from "../inbox/tell-presence.ts";
import { tellTyping } from "../inbox/tell-typing.ts";
import type { Page } from "../page.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, rows } from "./builder.ts";
import { PageInfo } from "./page-info.ts";

export const Conversation = builder.objectRef<ConvShown>("Conversation").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    integrationId: t.exposeID("integrationId"),
    integrationType: t.string({ resolve: async (conv, _, { ctx }) => (await integrationOfConv(ctx, conv)).type }),
    clientId: t.exposeID("clientId"),
    messages: t.field({
      type: "JSON",
      // Few conversations have 100: so counted, a page of 200 with its messages is within the limit.
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

const ConversationPage = builder.objectRef<Page<ConvShown>>("ConversationPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [Conversation], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const ConvInput = builder.inputType("ConvInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const ConvsInput = builder.inputType("ConvsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
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
});

const OpenConversationsNeedResponseCountInput = builder.inputType("OpenConversationsNeedResponseCountInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const ConvStartInput = builder.inputType("ConvStartInput", {
  description: "A template to the client of clientId, or of phone when clientId is left out.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    clientId: t.id(),
    phone: t.string(),
    templateName: t.string({ required: true }),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
  }),
});

const ConvAssignInput = builder.inputType("ConvAssignInput", {
  description:
    "agentId assigns to that agent, isAi to the channel's (or the workspace's) AI assistant; neither: unassigned.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    agentId: t.id(),
    isAi: t.boolean(),
  }),
});

const ConvEndInput = builder.inputType("ConvEndInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
  }),
});

const ConvPatchInput = builder.inputType("ConvPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    stageId: t.string(),
    orderNo: t.string(),
  }),
});

const ConvTagInput = builder.inputType("ConvTagInput", {
  description: "The whole new set of tags.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    tags: t.stringList({ required: true }),
  }),
});

const ConvReadInput = builder.inputType("ConvReadInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const ConvTypingInput = builder.inputType("ConvTypingInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    isTyping: t.boolean({ required: true, description: "Said again every few seconds while it is true." }),
  }),
});

const PresenceState = builder.enumType("PresenceState", { values: ["viewing", "typing", "left"] as const });

const ConvPresenceInput = builder.inputType("ConvPresenceInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    state: t.field({
      type: PresenceState,
      required: true,
      description:
        "viewing: said again every 15 seconds, forgotten after 40; typing: every 3, forgotten after 6; left: at once.",
    }),
  }),
});

builder.queryFields((t) => ({
  convs: t.field({
    type: ConversationPage,
    args: { input: t.arg({ type: ConvsInput, required: true }) },
    resolve: (_, { input }, { ctx }) =>
      listConvs(ctx, { ...input, stageId: input.stageId == null ? null : idOrNil(input.stageId) }),
  }),
  conv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getConv(ctx, input),
  }),
  openConversationsNeedResponseCount: t.int({
    args: { input: t.arg({ type: OpenConversationsNeedResponseCountInput, required: true }) },
    resolve: (_, __, { ctx }) => countNeedResponse(ctx),
  }),
}));

builder.mutationFields((t) => ({
  startConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvStartInput, required: true }) },
    resolve: (_, { input }, { ctx, idempotencyKey }) => startConv(ctx, input, idempotencyKey),
  }),
  assignConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvAssignInput, required: true }) },
    resolve: (_, { input }, { ctx }) => assignConv(ctx, input),
  }),
  endConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvEndInput, required: true }) },
    resolve: (_, { input }, { ctx }) => endConv(ctx, input),
  }),
  patchConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) =>
      patchConv(ctx, { ...input, ...(input.stageId == null ? {} : { stageId: idOrNil(input.stageId) }) }),
  }),
  tagConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvTagInput, required: true }) },
    resolve: (_, { input }, { ctx }) => tagConv(ctx, input),
  }),
  markConvRead: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvReadInput, required: true }) },
    resolve: (_, { input }, { ctx }) => markConvRead(ctx, input),
  }),
  tellTyping: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvTypingInput, required: true }) },
    resolve: (_, { input }, { ctx }) => tellTyping(ctx, input),
  }),
  tellPresence: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvPresenceInput, required: true }) },
    resolve: (_, { input }, { ctx }) => tellPresence(ctx, input),
  }),
}));
