import { archiveClient, unarchiveClient } from "../clients/archive-client.ts";
import { createClient } from "../clients/create-client.ts";
import { getClient } from "../clients/get-client.ts";
import { MERGED_FIELDS } from "../merges/merge-record.ts";
import { listClients } from "../clients/list-clients.ts";
import { optedOutSince } from "../clients/opt-out.ts";
import { patchClient } from "../clients/patch-client.ts";
import { putClient } from "../clients/put-client.ts";
import { mergeClients } from "../merges/merge-clients.ts";
import { idOrNil } from "../text-rules.ts";
import { alongside, builder } from "./builder.ts";
import { inputFields, section, type InputBuilder } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { clientConditions, idIfAny } from "./segments.ts";

export const Client = builder.prismaObject("Client", {
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

export const ClientPage = pageOf(builder, Client);

/** The shared fields of createClient, putClient and patchClient. */
function contactFields(t: InputBuilder) {
  return {
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

const ClientMergeField = builder.enumType("ClientMergeField", { values: MERGED_FIELDS });
const ClientMergeValue = builder.inputType("ClientMergeValue", {
  fields: (t) => ({
    field: t.field({ type: ClientMergeField, required: true }),
    clientId: t.id({ required: true, description: "Whose value stays: the client's own, or one of the merged ones'." }),
  }),
});

const { query, mutation } = section(builder, "Contacts");

const clientArchive = inputFields((t) => ({ id: t.id({ required: true }) }));

query("clients", listClients, {
  type: ClientPage,
  input: (t) => ({
    ...clientConditions(t),
    segmentId: t.id({ description: "Clients of this segment, for whom the other conditions hold too." }),
    conversationId: t.string(),
    ids: t.idList({ description: "The named clients only, archived or not." }),
    first: t.int(),
    after: t.string(),
  }),
  says: "Contacts that match every filter, newest first.",
  example: { country: "PL", tags: ["vip"], first: 20 },
  args: ({ conversationId, stageId, ...input }, context, info) => [
    { ...input, conversationId: idIfAny(conversationId), stageId: idIfAny(stageId) },
    alongside(context, info),
  ],
});

query("client", getClient, {
  type: Client,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "One contact.",
  example: { id: "CLIENT_ID" },
});

mutation("createClient", createClient, {
  type: Client,
  input: (t) => ({ ...contactFields(t), externalClientId: t.string({ required: true }), stage: t.string() }),
  says: "Adds a contact; a taken externalClientId is a conflict.",
  example: { externalClientId: "crm-4711", name: "Jan", surname: "Kowalski", phone: "+48 600 100 200", tags: ["vip"] },
  args: ({ stage, ...input }) => [{ ...input, stage: stage == null ? null : { id: idOrNil(stage), value: stage } }],
});

mutation("putClient", putClient, {
  type: Client,
  input: (t) => ({ ...contactFields(t), externalClientId: t.string({ required: true }) }),
  says: "Updates the contact of this externalClientId, or creates it.",
  example: { externalClientId: "crm-4712", name: "Maria", city: "Porto" },
});

mutation("patchClient", patchClient, {
  type: Client,
  inputSays: "A field left out stays as it is; a field given as null is emptied.",
  input: (t) => ({
    ...contactFields(t),
    id: t.id({ required: true }),
    stageId: t.string(),
    isOptedOut: t.boolean({
      description: "true: the client gets no broadcasts and notifications; false: they may get them again.",
    }),
  }),
  says: "Changes the fields that are given; null empties one.",
  example: { id: "CLIENT_ID", city: "Gdańsk", address: null },
  args: ({ stageId, ...input }) => [{ ...input, stageId: idIfAny(stageId) }],
});

mutation("archiveClient", archiveClient, {
  type: Client,
  input: clientArchive,
  says: "Archives a contact: it gets no messages until it is unarchived.",
  example: { id: "CLIENT_ID" },
});

mutation("unarchiveClient", unarchiveClient, {
  type: Client,
  inputName: "ClientArchiveInput",
  input: clientArchive,
  says: "Takes a contact out of the archive.",
  example: { id: "CLIENT_ID" },
});

mutation("mergeClients", mergeClients, {
  type: Client,
  inputName: "ClientMergeInput",
  inputSays:
    "The sources' conversations, identities and tags move to `id`; empty fields of `id` are filled from them; they are then archived.",
  input: (t) => ({
    id: t.id({ required: true }),
    sourceIds: t.idList({ required: true }),
    values: t.field({ type: [ClientMergeValue], description: "Where another value than the client's own is to stay." }),
  }),
  says: "Moves conversations, identities and tags of other contacts to this one, and archives them.",
  example: { id: "CLIENT_ID", sourceIds: ["OTHER_CLIENT_ID"] },
});
