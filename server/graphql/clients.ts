import { archiveClient } from "../clients/archive-client.ts";
import { createClient } from "../clients/create-client.ts";
import { getClient } from "../clients/get-client.ts";
import { MERGED_FIELDS } from "../clients/merge-record.ts";
import { listClients } from "../clients/list-clients.ts";
import { optedOutSince } from "../clients/opt-out.ts";
import { patchClient } from "../clients/patch-client.ts";
import { putClient } from "../clients/put-client.ts";
import { mergeClients } from "../inbox/merge-clients.ts";
import { unarchiveClient } from "../clients/unarchive-client.ts";
import type { Client as ClientRow } from "../generated/prisma/client.ts";
import type { Page } from "../page.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, needs } from "./builder.ts";
import { PageInfo } from "./page-info.ts";

export const Client = builder.objectRef<ClientRow>("Client").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    name: t.exposeString("name", { nullable: true }),
    surname: t.exposeString("surname", { nullable: true }),
    phone: t.exposeString("phone", { nullable: true }),
    email: t.exposeString("email", { nullable: true }),
    address: t.exposeString("address", { nullable: true }),
    city: t.exposeString("city", { nullable: true }),
    country: t.exposeString("country", { nullable: true }),
    code: t.exposeString("code", { nullable: true }),
    avatarUrl: t.exposeString("avatarUrl", { nullable: true }),
    externalClientId: t.exposeString("externalClientId", { nullable: true }),
    tags: t.exposeStringList("tags"),
    stageId: t.exposeString("stageId", { nullable: true }),
    defaultAgentId: t.exposeString("defaultAgentId", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
    deletedAt: t.expose("deletedAt", { type: "DateTime", nullable: true }),
    archivedBy: t.exposeString("archivedBy", { nullable: true }),
    optedOutAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "Since then the client gets no broadcasts and notifications.",
      resolve: optedOutSince,
    }),
    mergedIntoId: t.exposeID("mergedIntoId", {
      nullable: true,
      description: "The client that this one was merged into; what its senders write goes there.",
    }),
  }),
});

export const ClientPage = builder.objectRef<Page<ClientRow>>("ClientPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [Client], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const ClientInput = builder.inputType("ClientInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const ClientsInput = builder.inputType("ClientsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    conversationId: t.string(),
    email: t.string(),
    name: t.string(),
    surname: t.string(),
    code: t.string(),
    city: t.string(),
    country: t.string(),
    phone: t.string(),
    externalClientId: t.string(),
    tags: t.stringList(),
    stageId: t.string(),
    isDeleted: t.boolean(),
    isOptedOut: t.boolean({ description: "True: those alone who opted out, archived or not." }),
    search: t.string({
      description: "Words that are all found in the name, surname, phone or e-mail, or are the externalClientId.",
    }),
    ids: t.idList({ description: "The named clients only, archived or not." }),
    anyTags: t.stringList({ description: "Clients with one of these tags; `tags`: with every one." }),
    noStage: t.boolean({ description: "True: clients on no stage." }),
    defaultAgentId: t.id(),
    integrationId: t.id({ description: "Clients with a conversation on this channel." }),
    createdFrom: t.field({ type: "DateTime" }),
    createdBefore: t.field({ type: "DateTime" }),
    first: t.int(),
    after: t.string(),
  }),
});

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]["fields"]>[0];

/** What createClient, putClient and patchClient have in common. */
function contactFields(t: InputFields) {
  return {
    workspaceId: t.int({ required: true }),
    email: t.string(),
    name: t.string(),
    surname: t.string(),
    phone: t.string(),
    code: t.string(),
    city: t.string(),
    country: t.string(),
    address: t.string(),
    defaultAgentId: t.id(),
    tags: t.stringList(),
  };
}

const ClientCreateInput = builder.inputType("ClientCreateInput", {
  fields: (t) => ({ ...contactFields(t), externalClientId: t.string({ required: true }), stage: t.string() }),
});

const ClientPutInput = builder.inputType("ClientPutInput", {
  fields: (t) => ({ ...contactFields(t), externalClientId: t.string({ required: true }) }),
});

const ClientPatchInput = builder.inputType("ClientPatchInput", {
  description: "A field left out stays as it is; a field given as null is emptied.",
  fields: (t) => ({
    ...contactFields(t),
    id: t.id({ required: true }),
    stageId: t.string(),
    isOptedOut: t.boolean({
      description: "true: the client gets no broadcasts and notifications; false: they may get them again.",
    }),
  }),
});

const ClientArchiveInput = builder.inputType("ClientArchiveInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const ClientMergeField = builder.enumType("ClientMergeField", { values: MERGED_FIELDS });
const ClientMergeValue = builder.inputType("ClientMergeValue", {
  fields: (t) => ({
    field: t.field({ type: ClientMergeField, required: true }),
    clientId: t.id({ required: true, description: "Whose value stays: the client's own, or one of the merged ones'." }),
  }),
});

const ClientMergeInput = builder.inputType("ClientMergeInput", {
  description:
    "The sources' conversations, identities and tags move to `id`; empty fields of `id` are filled from them; they are then archived.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    sourceIds: t.idList({ required: true }),
    values: t.field({ type: [ClientMergeValue], description: "Where another value than the client's own is to stay." }),
  }),
});

builder.queryField("clients", (t) =>
  t.field({
    type: ClientPage,
    args: { input: t.arg({ type: ClientsInput, required: true }) },
    resolve: (_, { input: { conversationId, stageId, ...input } }, { ctx }) =>
      listClients(ctx, { ...input, conversationId: idIfAny(conversationId), stageId: idIfAny(stageId) }),
  }),
);

builder.queryField("client", (t) =>
  t.field({
    type: Client,
    args: { input: t.arg({ type: ClientInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getClient(ctx, input),
  }),
);

builder.mutationField("createClient", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientCreateInput, required: true }) },
    resolve: (_, { input: { stage, ...input } }, { ctx }) =>
      createClient(ctx, { ...input, stage: stage == null ? null : { id: idOrNil(stage), value: stage } }),
  }),
);

builder.mutationField("putClient", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientPutInput, required: true }) },
    resolve: (_, { input }, { ctx }) => putClient(ctx, input),
  }),
);

builder.mutationField("patchClient", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientPatchInput, required: true }) },
    resolve: (_, { input: { stageId, ...input } }, { ctx }) =>
      patchClient(ctx, { ...input, stageId: idIfAny(stageId) }),
  }),
);

builder.mutationField("archiveClient", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientArchiveInput, required: true }) },
    resolve: (_, { input }, { ctx }) => archiveClient(ctx, input),
  }),
);

builder.mutationField("unarchiveClient", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientArchiveInput, required: true }) },
    resolve: (_, { input }, { ctx }) => unarchiveClient(ctx, input),
  }),
);

builder.mutationField("mergeClients", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Client,
    args: { input: t.arg({ type: ClientMergeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => mergeClients(ctx, input),
  }),
);

/** An id that came as a string; left out and null stay what they are. */
function idIfAny(text: string | null | undefined): string | null | undefined {
  return text == null ? text : idOrNil(text);
}
