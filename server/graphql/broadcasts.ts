import { cancelBroadcast } from "../broadcasts/cancel-broadcast.ts";
import { countOutcomes } from "../broadcasts/count-outcomes.ts";
import { createBroadcast } from "../broadcasts/create-broadcast.ts";
import { getBroadcast } from "../broadcasts/get-broadcast.ts";
import { launchBroadcast } from "../broadcasts/launch-broadcast.ts";
import { leftOutOf } from "../broadcasts/left-out.ts";
import { listBroadcasts } from "../broadcasts/list-broadcasts.ts";
import { patchBroadcast } from "../broadcasts/patch-broadcast.ts";
import { reportBroadcasts, type BroadcastReport as BroadcastReportRow } from "../broadcasts/report-broadcasts.ts";
import { retryBroadcast } from "../broadcasts/retry-broadcast.ts";
import { BroadcastState as BROADCAST_STATES } from "../generated/prisma/enums.ts";
import { idOrNil } from "../text-rules.ts";
import { BroadcastCounts, BroadcastLeftOut } from "./broadcast-recipients.ts";
import { alongside, builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf, pageOf } from "./pages.ts";

const BroadcastState = builder.enumType("BroadcastState", { values: Object.values(BROADCAST_STATES) });

const Broadcast = builder.prismaObject("Broadcast", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    integrationId: t.exposeID("integrationId"),
    state: t.expose("state", { type: BroadcastState }),
    templateName: t.exposeString("templateName"),
    templateLang: t.exposeString("templateLang", { nullable: true }),
    templateComponents: t.field({
      type: "JSON",
      nullable: true,
      resolve: ({ templateComponents }) => templateComponents,
    }),
    clientIds: t.exposeIDList("clientIds", { description: "The clients that were named; none: all." }),
    clientTags: t.exposeStringList("clientTags", { description: "Targets clients that have every one of these." }),
    clientStageId: t.exposeString("clientStageId", { nullable: true }),
    country: t.exposeString("country", { nullable: true, description: "ISO 3166-1 alpha-2." }),
    segmentId: t.exposeID("segmentId", { nullable: true, description: "Targets clients in this segment at launch." }),
    excludeSegmentIds: t.exposeIDList("excludeSegmentIds", {
      description: "Leaves out clients in one of these segments at launch.",
    }),
    scheduledAt: t.expose("scheduledAt", {
      type: "DateTime",
      nullable: true,
      description: "Empty: it is sent when launched.",
    }),
    startedAt: t.expose("startedAt", {
      type: "DateTime",
      nullable: true,
      description: "Empty also when it failed at once, with nothing sent.",
    }),
    completedAt: t.expose("completedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it ended, as completed or failed; empty until then.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    totalCount: t.exposeInt("totalCount", { description: "Clients it goes to, fixed at launch; 0 before." }),
    failedCount: t.int({
      description: "Messages that failed, and clients for whom none could be made.",
      resolve: async ({ id }, _, { ctx }) => (await countOutcomes(ctx, id)).failed,
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "Why it failed as a whole, or that it was cancelled.",
    }),
    counts: t.field({
      type: BroadcastCounts,
      description: "Its progress: ask for it again while it is inProgress. Statuses rise after its end too.",
      resolve: ({ id }, _, { ctx }) => countOutcomes(ctx, id),
    }),
    leftOut: t.field({
      type: [BroadcastLeftOut],
      description: "Clients whom it was meant for and who were no recipients, as fixed at launch; empty before.",
      resolve: ({ leftOut }) => leftOutOf(leftOut),
    }),
    retryOfId: t.exposeID("retryOfId", {
      nullable: true,
      description: "The broadcast whose failed recipients this one is for; such a one has no filters.",
    }),
    retryId: t.id({
      nullable: true,
      description: "The broadcast that is for the failed recipients of this one.",
      select: { retries: { select: { id: true } } },
      resolve: ({ retries }) => retries[0]?.id ?? null,
    }),
  }),
});

const BroadcastPage = pageOf(builder, Broadcast);

const BroadcastReport = builder.objectRef<BroadcastReportRow>("BroadcastReport").implement({
  description: "The broadcasts of one channel that started on one UTC day.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The same for the same channel and day." }),
    reportDate: t.expose("reportDate", { type: "DateTime" }),
    sentCount: t.exposeInt("sentCount"),
    deliveredCount: t.exposeInt("deliveredCount"),
    readCount: t.exposeInt("readCount", { description: "Includes played." }),
    pendingCount: t.exposeInt("pendingCount", { description: "Includes clients whose message is still to be made." }),
    failedCount: t.exposeInt("failedCount", { description: "Includes clients for whom no message could be made." }),
    successCount: t.exposeInt("successCount", { description: "sentCount + deliveredCount + readCount" }),
    integrationId: t.exposeID("integrationId"),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "Of the day's first broadcast." }),
  }),
});

const BroadcastReportList = listOf(builder, BroadcastReport);

const { query, mutation } = section(builder, "Broadcasts");

query("broadcasts", listBroadcasts, {
  type: BroadcastPage,
  input: (t) => ({
    name: t.string(),
    integrationId: t.id(),
    state: t.field({ type: BroadcastState }),
    templateName: t.string(),
    startDate: t.field({
      type: "DateTime",
      description: "Started from then on; what failed before it started: made then.",
    }),
    endDate: t.field({ type: "DateTime", description: "Started before then." }),
    first: t.int(),
    after: t.string(),
  }),
  args: (input, context, info) => [input, alongside(context, info)],
  says: "Broadcasts, newest first.",
  example: { state: "draft" },
});

query("broadcast", getBroadcast, {
  type: Broadcast,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "One broadcast.",
  example: { id: "BROADCAST_ID" },
});

query("broadcastReport", reportBroadcasts, {
  type: BroadcastReportList,
  input: (t) => ({
    integrationId: t.id(),
    startDate: t.field({ type: "DateTime", required: true }),
    endDate: t.field({ type: "DateTime", required: true }),
  }),
  says: "Counts per channel and UTC day on which broadcasts started.",
  example: { startDate: "2026-11-01", endDate: "2026-11-30" },
});

mutation("createBroadcast", createBroadcast, {
  type: Broadcast,
  input: (t) => ({
    name: t.string({ required: true }),
    integrationId: t.id({ required: true }),
    clientIds: t.idList({
      description: "These clients alone, of whom the filters still hold; at most 5,000. Left out: all clients.",
    }),
    clientTags: t.stringList(),
    clientStageId: t.string(),
    country: t.string(),
    segmentId: t.id({ description: "Those alone who are in this segment at launch." }),
    excludeSegmentIds: t.idList({
      description: "Without those who are in one of these segments at launch; at most 20.",
    }),
    templateName: t.string({ required: true }),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
    scheduledAt: t.field({ type: "DateTime" }),
  }),
  says: "Makes a broadcast: a draft, or scheduled when a time is given.",
  example: {
    name: "Winter sale",
    integrationId: "INTEGRATION_ID",
    clientTags: ["vip"],
    templateName: "winter_sale",
    templateLang: "en",
  },
  idempotent: true,
  args: (input, { idempotencyKey }) => [
    { ...input, ...(input.clientStageId ? { clientStageId: idOrNil(input.clientStageId) } : {}) },
    idempotencyKey,
  ],
});

mutation("patchBroadcast", patchBroadcast, {
  type: Broadcast,
  inputSays: "Of a draft. Fields that are left out stay; `scheduledAt` makes it scheduled.",
  input: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    integrationId: t.id(),
    clientIds: t.idList({ description: "null: all clients for whom the filters hold." }),
    clientTags: t.stringList(),
    clientStageId: t.id(),
    country: t.string(),
    segmentId: t.id(),
    excludeSegmentIds: t.idList(),
    templateName: t.string(),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
    scheduledAt: t.field({ type: "DateTime" }),
  }),
  says: "Changes a draft; a time makes it scheduled.",
  example: { id: "BROADCAST_ID", name: "Winter sale, second week", clientTags: ["vip", "winter"] },
});

mutation("launchBroadcast", launchBroadcast, {
  type: Broadcast,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Fixes the audience and begins to send.",
  example: { id: "BROADCAST_ID" },
});

mutation("cancelBroadcast", cancelBroadcast, {
  type: Broadcast,
  inputSays:
    "Scheduled goes back to draft; inProgress sends nothing more and ends as completed with `error` saying so.",
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Stops what is not yet sent; a scheduled broadcast goes back to draft.",
  example: { id: "SCHEDULED_BROADCAST_ID" },
});

mutation("retryBroadcast", retryBroadcast, {
  type: Broadcast,
  inputSays:
    "Of a broadcast that is completed or failed. Makes and launches a new one for the recipients who certainly got nothing; each broadcast can be retried once, and its retry in turn.",
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Sends a finished broadcast once more to the recipients who certainly got nothing, as a new broadcast: inProgress, or, above 20,000 failures, scheduled and launched at once by a worker.",
  example: { id: "FAILED_BROADCAST_ID" },
  idempotent: true,
});
