import { channelOf } from "../channels/registry.ts";
import { clientOfRow, integrationOfConv } from "../inbox/conv-parts.ts";
import { CONV_VIEWS } from "../inbox/conv-view.ts";
import { countConvViews } from "../inbox/count-conv-views.ts";
import type { ConvViewCounts as Counts } from "../inbox/count-conv-views.ts";
import { clientName, fullName } from "../inbox/display-name.ts";
import { inboxLoaders } from "../inbox/inbox-loaders.ts";
import { listConvRows } from "../inbox/list-conv-rows.ts";
import type { ConvRow as Row } from "../inbox/list-conv-rows.ts";
import { replyWindowClosesAt } from "../inbox/reply-window.ts";
import type { Page } from "../page.ts";
import { builder } from "./builder.ts";
import { IntegrationType } from "./channel-types.ts";
import { Message } from "./messages.ts";
import { PageInfo } from "./page-info.ts";

const ConvView = builder.enumType("ConvView", { values: CONV_VIEWS });
const ConvSort = builder.enumType("ConvSort", { values: ["newest", "oldestWaiting"] as const });

const ConvRow = builder.objectRef<Row>("ConvRow").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    integrationId: t.exposeID("integrationId"),
    integrationType: t.field({
      type: IntegrationType,
      resolve: async (row, _, { ctx }) => (await integrationOfConv(ctx, row)).type,
    }),
    integrationName: t.string({ resolve: async (row, _, { ctx }) => (await integrationOfConv(ctx, row)).name }),
    clientId: t.exposeID("clientId"),
    clientName: t.string({
      description: "Full name, else phone (masked for AGENT), else externalClientId.",
      resolve: async (row, _, { ctx }) => clientName(await clientOfRow(ctx, row)),
    }),
    clientPhone: t.string({ nullable: true, resolve: async (row, _, { ctx }) => (await clientOfRow(ctx, row)).phone }),
    clientAvatarUrl: t.string({
      nullable: true,
      resolve: async (row, _, { ctx }) => (await clientOfRow(ctx, row)).avatarUrl,
    }),
    clientArchived: t.boolean({ resolve: async (row, _, { ctx }) => (await clientOfRow(ctx, row)).deletedAt !== null }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastMessageAt: t.expose("lastMessageAt", { type: "DateTime" }),
    lastMessage: t.field({
      type: Message,
      nullable: true,
      description: "Newest message that is not a system note; null when there is none.",
      resolve: ({ lastMessageId }, _, { ctx }) =>
        lastMessageId === null ? null : inboxLoaders(ctx).message.load(lastMessageId),
    }),
    needsResponse: t.exposeBoolean("needsResponse"),
    waitingSince: t.expose("waitingSince", {
      type: "DateTime",
      nullable: true,
      description: "When the client's waiting began: first message after our last answer; null when nobody waits.",
    }),
    replyWindowClosesAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When free text ends on this channel; null when it has no window or it is not open.",
      resolve: async (row, _, { ctx }) => {
        const { replyWindowHours } = channelOf((await integrationOfConv(ctx, row)).type);
        const closesAt = replyWindowClosesAt(replyWindowHours, row.lastClientMessageAt);
        return closesAt !== null && closesAt > ctx.now ? closesAt : null;
      },
    }),
    ended: t.exposeBoolean("ended"),
    endedBy: t.exposeString("endedBy", { nullable: true }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
    assigneeId: t.exposeID("assigneeId", { nullable: true }),
    assigneeName: t.string({
      nullable: true,
      resolve: async ({ assigneeId }, _, { ctx }) => {
        const agent = assigneeId === null ? null : await inboxLoaders(ctx).agent.load(assigneeId);
        return agent ? fullName(agent) : null;
      },
    }),
    aiId: t.exposeID("aiId", { nullable: true }),
    aiName: t.string({
      nullable: true,
      resolve: async ({ aiId }, _, { ctx }) =>
        aiId === null ? null : ((await inboxLoaders(ctx).assistant.load(aiId))?.name ?? null),
    }),
    stageId: t.exposeID("stageId", { nullable: true }),
    tags: t.exposeStringList("tags"),
    orderNo: t.exposeString("orderNo", { nullable: true }),
    broadcastName: t.string({
      nullable: true,
      resolve: async ({ broadcastId }, _, { ctx }) =>
        broadcastId === null ? null : ((await inboxLoaders(ctx).broadcast.load(broadcastId))?.name ?? null),
    }),
    externalConversationId: t.exposeString("externalConversationId", { nullable: true }),
  }),
});

const ConvRowPage = builder.objectRef<Page<Row>>("ConvRowPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [ConvRow], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const ConvViewCounts = builder.objectRef<Counts>("ConvViewCounts").implement({
  fields: (t) => ({
    mine: t.exposeInt("mine"),
    needsReply: t.exposeInt("needsReply"),
    unassigned: t.exposeInt("unassigned"),
    all: t.exposeInt("all"),
  }),
});

const ConvRowsInput = builder.inputType("ConvRowsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    view: t.field({
      type: ConvView,
      description: "Either a view (with filters), or the named rows (those the caller may not see are left out).",
    }),
    ids: t.idList(),
    sort: t.field({ type: ConvSort }),
    search: t.string(),
    integrationId: t.id(),
    tags: t.stringList(),
    stageId: t.id(),
    clientId: t.id(),
    first: t.int(),
    after: t.string(),
  }),
});

const ConvViewCountsInput = builder.inputType("ConvViewCountsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

builder.queryFields((t) => ({
  convRows: t.field({
    type: ConvRowPage,
    args: { input: t.arg({ type: ConvRowsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listConvRows(ctx, input),
  }),
  convViewCounts: t.field({
    type: ConvViewCounts,
    args: { input: t.arg({ type: ConvViewCountsInput, required: true }) },
    resolve: (_, __, { ctx }) => countConvViews(ctx),
  }),
}));
