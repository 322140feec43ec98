import { bulkPatchClients, type ClientBulkPatch } from "../clients/bulk-patch-clients.ts";
import { stoppedChannels } from "../clients/marketing-stops.ts";
import { clientFacts } from "../clients/client-facts.ts";
import { clientSource, type ClientSource as Source } from "../clients/client-source.ts";
import { shownExternalId } from "../clients/client-identities.ts";
import {
  DUPLICATE_REASONS,
  listPossibleDuplicates,
  type PossibleDuplicate as Duplicate,
} from "../merges/list-possible-duplicates.ts";
import { undoableUntil } from "../merges/merge-record.ts";
import type PrismaTypes from "../generated/pothos.ts";
import { listClientMerges, mergedNames, type MergeSelect } from "../merges/list-client-merges.ts";
import { TIMELINE_KINDS, listClientTimeline, type TimelineEntry } from "../views/list-client-timeline.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { idOrNil } from "../text-rules.ts";
import { builder } from "./builder.ts";
import { Client } from "./clients.ts";
import { MessageAd } from "./message-ad.ts";
import { section } from "./operation.ts";
import { listOf, pageOf } from "./pages.ts";
import { archiveUrl, eraseClient, expiresAtOf, exportClientData } from "../privacy/data-request.ts";
import { listClientDataRequests } from "../privacy/list-client-data-requests.ts";

builder.prismaObject("ClientIdentity", {
  description: "Under which name a client is known on a channel.",
  fields: (t) => ({
    scope: t.exposeString("scope", {
      description: "phone, bsuid, telegram, page:…, instagram:…, custom:… or webchat:… with the channel's id.",
    }),
    externalId: t.string({ resolve: (identity, _, { ctx }) => shownExternalId(ctx, identity) }),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description: "When somebody proved that it is they.",
    }),
    marketingStoppedOn: t.idList({
      description: "The channels whose marketing messages they stopped at the provider.",
      resolve: ({ marketing }) => stoppedChannels(marketing),
    }),
    broughtById: t.exposeID("broughtById", { nullable: true, description: "The merged client that it came with." }),
  }),
});

const ClientSource = builder.objectRef<Source>("ClientSource").implement({
  fields: (t) => ({
    sourceType: t.exposeString("sourceType", { nullable: true }),
    sourceUrl: t.exposeString("sourceUrl", { nullable: true }),
    ad: t.expose("ad", { type: MessageAd, nullable: true }),
  }),
});

builder.prismaObjectFields(Client, (t) => ({
  identities: t.relation("identities", {
    query: { where: { replacedAt: null }, orderBy: [{ createdAt: "asc" }, { scope: "asc" }, { externalId: "asc" }] },
  }),
  integrationIds: t.idList({
    description: "The channels on which they have conversations that the caller may see, the latest first.",
    resolve: async ({ id }, _, { ctx }) => (await clientFacts(ctx, id)).integrationIds,
  }),
  lastSeenAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "When they last wrote, in a conversation that the caller may see.",
    resolve: async ({ id }, _, { ctx }) => (await clientFacts(ctx, id)).lastSeenAt,
  }),
  cameFrom: t.field({
    type: ClientSource,
    nullable: true,
    description: "What led them to write for the first time, as far as the caller may see it; null: nothing says so.",
    resolve: ({ id }, _, { ctx }) => clientSource(ctx, id),
  }),
}));

const DuplicateReason = builder.enumType("DuplicateReason", { values: DUPLICATE_REASONS });
const PossibleDuplicate = builder.objectRef<Duplicate>("PossibleDuplicate").implement({
  fields: (t) => ({
    client: t.field({ type: Client, resolve: ({ client }) => client }),
    reasons: t.field({ type: [DuplicateReason], resolve: ({ reasons }) => reasons }),
  }),
});
const PossibleDuplicates = listOf(builder, PossibleDuplicate, "PossibleDuplicates");

const ClientMerge = builder.prismaObject<"ClientMerge", [], PrismaTypes["ClientMerge"], unknown, MergeSelect>(
  "ClientMerge",
  {
    fields: (t) => ({
      id: t.exposeID("id"),
      clientId: t.exposeID("clientId"),
      mergedIds: t.exposeStringList("mergedIds"),
      names: t.stringList({
        description: "Of the merged clients, in the order of their ids.",
        resolve: (merge, _, { ctx }) => mergedNames(ctx, merge),
      }),
      createdAt: t.expose("createdAt", { type: "DateTime" }),
      undoneAt: t.expose("undoneAt", { type: "DateTime", nullable: true }),
      undoableUntil: t.field({
        type: "DateTime",
        nullable: true,
        description: "Empty when it was undone.",
        resolve: (merge) => (merge.undoneAt ? null : undoableUntil(merge)),
      }),
    }),
  },
);
const ClientMerges = listOf(builder, ClientMerge, "ClientMerges");

const TimelineKind = builder.enumType("ClientTimelineKind", { values: TIMELINE_KINDS });
const ClientTimelineEntry = builder.objectRef<TimelineEntry>("ClientTimelineEntry").implement({
  fields: (t) => ({
    id: t.exposeID("id", { description: "Of the conversation, broadcast, merge or client." }),
    kind: t.expose("kind", { type: TimelineKind }),
    at: t.expose("at", { type: "DateTime" }),
    title: t.exposeString("title", {
      nullable: true,
      description: "The channel's name, the broadcast's, or those of the merged clients.",
    }),
    isOver: t.exposeBoolean("isOver", { description: "The conversation is ended; the merge was undone." }),
    convId: t.exposeID("convId", { nullable: true }),
  }),
});
const ClientTimelinePage = pageOf(builder, ClientTimelineEntry, "ClientTimelinePage");

const RefusedClient = builder.objectRef<ClientBulkPatch["refused"][number]>("RefusedClient").implement({
  fields: (t) => ({ id: t.exposeID("id"), message: t.exposeString("message") }),
});
const ClientsBulkPatch = builder.objectRef<ClientBulkPatch>("ClientsBulkPatch").implement({
  fields: (t) => ({
    changedIds: t.exposeStringList("changedIds", { description: "Those that were so already are not among them." }),
    refused: t.field({ type: [RefusedClient], resolve: ({ refused }) => refused }),
  }),
});

const { query, mutation } = section(builder, "Contacts");

query("possibleDuplicates", listPossibleDuplicates, {
  type: PossibleDuplicates,
  input: (t) => ({ clientId: t.id({ required: true }) }),
  says: "Contacts who may be the same person, with the reasons.",
  example: { clientId: "CLIENT_ID" },
});

query("clientMerges", listClientMerges, {
  type: ClientMerges,
  input: (t) => ({ clientId: t.id({ required: true }) }),
  says: "The merges into a contact, newest first, and until when each can be undone.",
  example: { clientId: "CLIENT_ID" },
});

query("clientTimeline", listClientTimeline, {
  type: ClientTimelinePage,
  input: (t) => ({
    clientId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
  says: "What happened with a contact, newest first: conversations, broadcasts, merges.",
  example: { clientId: "CLIENT_ID", first: 20 },
});

mutation("undoMerge", undoMerge, {
  type: Client,
  input: (t) => ({ mergeId: t.id({ required: true }) }),
  says: "Takes a merge back, for 30 days: conversations, identities and fields go to whose they were.",
  example: { mergeId: "MERGE_ID" },
});

mutation("bulkPatchClients", bulkPatchClients, {
  type: ClientsBulkPatch,
  inputName: "ClientBulkPatchInput",
  inputSays: "What is left out stays as it is; a stageId of null is no stage.",
  input: (t) => ({
    ids: t.idList({ required: true, description: "At most 250." }),
    addTags: t.stringList(),
    removeTags: t.stringList(),
    stageId: t.string(),
    isDeleted: t.boolean({ description: "True archives, false takes out of the archive." }),
  }),
  says: "Tags, stages or archives up to 250 contacts at once, and says which of them changed.",
  example: { ids: ["CLIENT_ID"], addTags: ["vip"] },
  args: ({ stageId, ...input }) => [
    {
      ...input,
      ...(stageId === undefined ? {} : { stageId: stageId === null ? null : idOrNil(stageId) }),
    },
  ],
});

const ClientDataRequest = builder.prismaObject("ClientDataRequest", {
  fields: (t) => ({
    id: t.exposeID("id"),
    clientId: t.exposeID("clientId"),
    kind: t.exposeString("kind", { description: "export, erasure" }),
    state: t.exposeString("state", { description: "queued, running, completed, failed" }),
    totalCount: t.exposeInt("totalCount", {
      description: "Messages, of an export files too; 0 until they are counted.",
    }),
    doneCount: t.exposeInt("doneCount"),
    url: t.string({
      nullable: true,
      description:
        "Where an export's archive (tar: contact.json, and files/) is fetched, with a session or a key; empty once its time is over.",
      resolve: (request, _, { ctx }) => archiveUrl(request, ctx.now),
    }),
    expiresAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When an export's archive is deleted.",
      resolve: (request) => expiresAtOf(request),
    }),
    error: t.exposeString("error", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    completedAt: t.expose("completedAt", { type: "DateTime", nullable: true }),
  }),
});
const ClientDataRequests = listOf(builder, ClientDataRequest, "ClientDataRequests");

query("clientDataRequests", listClientDataRequests, {
  type: ClientDataRequests,
  input: (t) => ({ clientId: t.id({ required: true }) }),
  says: "The exports and erasures of a contact, newest first, and how far each is.",
  example: { clientId: "CLIENT_ID" },
});

mutation("exportClientData", exportClientData, {
  type: ClientDataRequest,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Begins to put everything that is kept of a contact into one archive; it is kept for 7 days.",
  example: { id: "CLIENT_ID" },
});

mutation("eraseClient", eraseClient, {
  type: ClientDataRequest,
  inputSays: "Nothing brings back what is erased.",
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Begins to erase a contact for good: its words, files, names and addresses everywhere; what reports count stays.",
  example: { id: "CLIENT_ID" },
});
