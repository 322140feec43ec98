import { isPerson, type Ctx } from "../ctx.ts";
import type { Channel } from "../channels/channel.ts";
import { rulesOf } from "../channels/registry.ts";
import { canGiveBack } from "../conversations/give-back-conv.ts";
import { clientOfRow, integrationOfConv, threadOfConv } from "../conversations/conv-parts.ts";
import { CONV_VIEWS } from "../conversations/conv-view.ts";
import { countConvViews, type ConvViewCounts as Counts } from "../views/count-conv-views.ts";
import { clientName, fullName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { listConvRows, type ConvRow as Row } from "../views/list-conv-rows.ts";
import { ownFailures } from "../views/own-failures.ts";
import { replyHoursOfPeople, replyWindowClosesAt } from "../messages/reply-window.ts";
import { slaRiskAt } from "../conversations/sla.ts";
import { rowMarks } from "../views/row-marks.ts";
import { builder } from "./builder.ts";
import { IntegrationType } from "./channel-types.ts";
import { Message } from "./messages.ts";
import { ConvFilterInput } from "./conv-filter.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

export const ConvView = builder.enumType("ConvView", { values: CONV_VIEWS });
const ConvSort = builder.enumType("ConvSort", {
  description:
    "slaDue: what is to be answered first, then what waits without a target, longest first, then newest activity first.",
  values: ["newest", "oldestWaiting", "windowClosing", "slaDue"] as const,
});

async function rulesOfRow(ctx: Ctx, row: Row): Promise<Channel> {
  return rulesOf((await integrationOfConv(ctx, row)).type, row.externalConversationId);
}

/** A conversation as the inbox lists it. */
export const ConvRow = builder.objectRef<Row>("ConvRow").implement({
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
    activityAt: t.expose("activityAt", {
      type: "DateTime",
      description: "The later of lastMessageAt and wokeAt: the order of the list.",
    }),
    lastSeq: t.exposeInt("lastSeq", { description: "Place of the newest message." }),
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
    slaDueAt: t.expose("slaDueAt", {
      type: "DateTime",
      nullable: true,
      description:
        "Until when it is to be answered by the workspace's targets; null when nobody waits or there is none.",
    }),
    slaRiskAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "From when that is at risk: in the last 15 minutes, or in the second half of a shorter time.",
      resolve: slaRiskAt,
    }),
    replyWindowClosesAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When free text ends on this channel; null when it has no window or it is not open.",
      resolve: async (row, _, { ctx }) => {
        const { replyWindowHours } = await rulesOfRow(ctx, row);
        const closesAt = replyWindowClosesAt(replyWindowHours, row.lastClientMessageAt);
        return closesAt !== null && closesAt > ctx.now ? closesAt : null;
      },
    }),
    replyWindowHours: t.int({
      nullable: true,
      description: "Hours of free text after the client's last message on this channel; null: always.",
      resolve: async (row, _, { ctx }) => (await rulesOfRow(ctx, row)).replyWindowHours,
    }),
    lateReplyUntil: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when people may still answer after the reply window; null where they may not, and for keys.",
      resolve: async (row, _, { ctx }) => {
        const integration = await integrationOfConv(ctx, row);
        if (!integration.lateReplies || !isPerson(ctx)) return null;
        const hours = replyHoursOfPeople(integration, row.externalConversationId);
        const closesAt = replyWindowClosesAt(hours, row.lastClientMessageAt);
        return closesAt !== null && closesAt > ctx.now ? closesAt : null;
      },
    }),
    unreadCount: t.int({
      description: "The client's messages that the caller has not seen, up to 100; 0 for keys without an agent.",
      resolve: async (row, _, { ctx }) => (await rowMarks(ctx, row)).unreadCount,
    }),
    draftText: t.string({
      nullable: true,
      description: "The beginning of what the caller has written here and not sent.",
      resolve: async (row, _, { ctx }) => (await rowMarks(ctx, row)).draftText,
    }),
    ownFailedIds: t.idList({
      description:
        "The caller's messages in it that failed within the last days and were not sent again, up to 20; none for keys without an agent.",
      resolve: (row, _, { ctx }) => ownFailures(ctx, row),
    }),
    isSnoozed: t.boolean({
      description: "Put aside, for the whole team or by the caller for themselves.",
      resolve: async (row, _, { ctx }) => (await rowMarks(ctx, row)).isSnoozed,
    }),
    snoozedAt: t.expose("snoozedAt", {
      type: "DateTime",
      nullable: true,
      description: "Put aside for the team since then.",
    }),
    snoozedUntil: t.field({
      type: "DateTime",
      nullable: true,
      description: "When it comes back by the clock, for the team or for the caller.",
      resolve: async (row, _, { ctx }) => (await rowMarks(ctx, row)).snoozedUntil,
    }),
    wokeAt: t.expose("wokeAt", {
      type: "DateTime",
      nullable: true,
      description: "When its snooze last ended by the clock.",
    }),
    dormant: t.exposeBoolean("dormant", { description: "Only the business has written in it so far." }),
    otherAppSince: t.expose("otherAppSince", {
      type: "DateTime",
      nullable: true,
      description: "Another app answers the client at the provider since then.",
    }),
    canGiveBack: t.boolean({
      description: "Another app answered the client before; giveBackConv gives the conversation back to it.",
      resolve: canGiveBack,
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
    externalConversationId: t.string({ nullable: true, resolve: (conv, _, { ctx }) => threadOfConv(ctx, conv) }),
    rating: t.exposeInt("rating", { nullable: true, description: "The client's, from 1 to ratingScale." }),
    ratingScale: t.exposeInt("ratingScale", { nullable: true, description: "The best rating; null: nobody asked." }),
    ratingComment: t.exposeString("ratingComment", { nullable: true }),
  }),
});

const ConvRowPage = pageOf(builder, ConvRow);

const ConvViewCounts = builder.objectRef<Counts>("ConvViewCounts").implement({
  description: "Each up to 1000: there counting ends.",
  fields: (t) => ({
    mine: t.exposeInt("mine"),
    needsReply: t.exposeInt("needsReply"),
    unassigned: t.exposeInt("unassigned"),
    aiHandling: t.exposeInt("aiHandling"),
    mentions: t.exposeInt("mentions"),
    snoozed: t.exposeInt("snoozed"),
    dormant: t.exposeInt("dormant"),
    windowClosing: t.exposeInt("windowClosing"),
    failed: t.exposeInt("failed"),
    drafts: t.exposeInt("drafts"),
    all: t.exposeInt("all"),
    unread: t.exposeInt("unread", { description: "Unread ones among the caller's and the unassigned, up to 100." }),
    filters: t.field({
      type: ["Int"],
      nullable: { list: false, items: true },
      description:
        "One for each filter that was asked for, in their order; null for one that cannot be asked, or asks what happened in a span.",
      resolve: ({ filters }) => filters,
    }),
  }),
});

const { query } = section(builder, "Conversations");

query("convRows", listConvRows, {
  type: ConvRowPage,
  input: (t) => ({
    view: t.field({
      type: ConvView,
      description:
        "A view (with filters), the named rows (those the caller may not see are left out), or the named rows of a view.",
    }),
    ids: t.idList(),
    filter: t.field({ type: ConvFilterInput }),
    sort: t.field({ type: ConvSort }),
    search: t.string(),
    integrationId: t.id(),
    tags: t.stringList(),
    stageId: t.id(),
    clientId: t.id(),
    first: t.int(),
    after: t.string(),
  }),
  says: "The inbox's list: conversations as rows, in the order of a view.",
  example: { first: 20 },
});

query("convViewCounts", countConvViews, {
  type: ConvViewCounts,
  input: (t) => ({
    filters: t.field({ type: [ConvFilterInput], description: "At most 20." }),
  }),
  says: "How many conversations each view of the inbox has.",
  example: { filters: [{ any: [{ all: [{ field: "tag", op: "is", values: ["vip"] }] }] }] },
});
