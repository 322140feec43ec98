import { bulkPatchClients } from "../clients/bulk-patch-clients.ts";
import type { ClientBulkPatch } from "../clients/bulk-patch-clients.ts";
import { clientLoaders } from "../clients/client-facts.ts";
import { DUPLICATE_REASONS, listPossibleDuplicates } from "../clients/list-possible-duplicates.ts";
import type { PossibleDuplicate as Duplicate } from "../clients/list-possible-duplicates.ts";
import type { ClientIdentity as IdentityRow } from "../generated/prisma/client.ts";
import { listClientMerges } from "../inbox/list-client-merges.ts";
import type { MergeRow } from "../inbox/list-client-merges.ts";
import { TIMELINE_KINDS, listClientTimeline } from "../inbox/list-client-timeline.ts";
import type { TimelineEntry } from "../inbox/list-client-timeline.ts";
import { undoMerge } from "../inbox/undo-merge.ts";
import type { Page } from "../page.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, needs } from "./builder.ts";
import { Client } from "./clients.ts";
import { PageInfo } from "./page-info.ts";

const ClientIdentity = builder.objectRef<IdentityRow>("ClientIdentity").implement({
  description: "Under which name a client is known on a channel.",
  fields: (t) => ({
    scope: t.exposeString("scope", {
      description: "phone, bsuid, telegram, page:…, instagram:…, custom:… or webchat:… with the channel's id.",
    }),
    externalId: t.exposeString("externalId"),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description: "When somebody proved that it is they.",
    }),
    broughtById: t.exposeID("broughtById", { nullable: true, description: "The merged client that it came with." }),
  }),
});

builder.objectFields(Client, (t) => ({
  identities: t.field({
    type: [ClientIdentity],
    resolve: ({ id }, _, { ctx }) => clientLoaders(ctx).identities.load(id),
  }),
  integrationIds: t.idList({
    description: "The channels on which they have conversations that the caller may see, the latest first.",
    resolve: async ({ id }, _, { ctx }) => (await clientLoaders(ctx).facts.load(id)).integrationIds,
  }),
  lastSeenAt: t.field({
    type: "DateTime",
    nullable: true,
    description: "When they last wrote, in a conversation that the caller may see.",
    resolve: async ({ id }, _, { ctx }) => (await clientLoaders(ctx).facts.load(id)).lastSeenAt,
  }),
}));

const DuplicateReason = builder.enumType("DuplicateReason", { values: DUPLICATE_REASONS });
const PossibleDuplicate = builder.objectRef<Duplicate>("PossibleDuplicate").implement({
  fields: (t) => ({
    client: t.field({ type: Client, resolve: ({ client }) => client }),
    reasons: t.field({ type: [DuplicateReason], resolve: ({ reasons }) => reasons }),
  }),
});
const PossibleDuplicates = builder.objectRef<{ nodes: Duplicate[] }>("PossibleDuplicates").implement({
  fields: (t) => ({ nodes: t.field({ type: [PossibleDuplicate], resolve: ({ nodes }) => nodes }) }),
});

const ClientMerge = builder.objectRef<MergeRow>("ClientMerge").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    clientId: t.exposeID("clientId"),
    mergedIds: t.exposeStringList("mergedIds"),
    names: t.exposeStringList("names", { description: "Of the merged clients, in the order of their ids." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    undoneAt: t.expose("undoneAt", { type: "DateTime", nullable: true }),
    undoableUntil: t.expose("undoableUntil", {
      type: "DateTime",
      nullable: true,
      description: "Empty when it was undone.",
    }),
  }),
});
const ClientMerges = builder.objectRef<{ nodes: MergeRow[] }>("ClientMerges").implement({
  fields: (t) => ({ nodes: t.field({ type: [ClientMerge], resolve: ({ nodes }) => nodes }) }),
});

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
const ClientTimelinePage = builder.objectRef<Page<TimelineEntry>>("ClientTimelinePage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [ClientTimelineEntry], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const RefusedClient = builder.objectRef<ClientBulkPatch["refused"][number]>("RefusedClient").implement({
  fields: (t) => ({ id: t.exposeID("id"), message: t.exposeString("message") }),
});
const ClientsBulkPatch = builder.objectRef<ClientBulkPatch>("ClientsBulkPatch").implement({
  fields: (t) => ({
    changedIds: t.exposeStringList("changedIds", { description: "Those that were so already are not among them." }),
    refused: t.field({ type: [RefusedClient], resolve: ({ refused }) => refused }),
  }),
});

const OfClientInput = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({ workspaceId: t.int({ required: true }), clientId: t.id({ required: true }) }),
  });
const PossibleDuplicatesInput = OfClientInput("PossibleDuplicatesInput");
const ClientMergesInput = OfClientInput("ClientMergesInput");
const ClientTimelineInput = builder.inputType("ClientTimelineInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    clientId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
});
const MergeUndoInput = builder.inputType("MergeUndoInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), mergeId: t.id({ required: true }) }),
});
const ClientBulkPatchInput = builder.inputType("ClientBulkPatchInput", {
  description: "What is left out stays as it is; a stageId of null is no stage.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    ids: t.idList({ required: true, description: "At most 250." }),
    addTags: t.stringList(),
    removeTags: t.stringList(),
    stageId: t.string(),
    isDeleted: t.boolean({ description: "True archives, false takes out of the archive." }),
  }),
});

builder.queryFields((t) => ({
  possibleDuplicates: t.field({
    ...needs("MANAGE_CLIENTS"),
    type: PossibleDuplicates,
    args: { input: t.arg({ type: PossibleDuplicatesInput, required: true }) },
    resolve: async (_, { input }, { ctx }) => ({ nodes: await listPossibleDuplicates(ctx, input) }),
  }),
  clientMerges: t.field({
    ...needs("MANAGE_CLIENTS"),
    type: ClientMerges,
    args: { input: t.arg({ type: ClientMergesInput, required: true }) },
    resolve: async (_, { input }, { ctx }) => ({ nodes: await listClientMerges(ctx, input) }),
  }),
  clientTimeline: t.field({
    type: ClientTimelinePage,
    args: { input: t.arg({ type: ClientTimelineInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listClientTimeline(ctx, input),
  }),
}));

builder.mutationFields((t) => ({
  undoMerge: t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: MergeUndoInput, required: true }) },
    resolve: (_, { input }, { ctx }) => undoMerge(ctx, input),
  }),
  bulkPatchClients: t.field({
    ...needs("MANAGE_CLIENTS"),
    type: ClientsBulkPatch,
    args: { input: t.arg({ type: ClientBulkPatchInput, required: true }) },
    resolve: (_, { input: { stageId, ...input } }, { ctx }) =>
      bulkPatchClients(ctx, {
        ...input,
        ...(stageId === undefined ? {} : { stageId: stageId === null ? null : idOrNil(stageId) }),
      }),
  }),
}));
