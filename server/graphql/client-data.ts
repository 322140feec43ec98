import type { ClientDataRequest as RequestRow } from "../generated/prisma/client.ts";
import { archiveUrl, expiresAtOf } from "../privacy/data-request.ts";
import { eraseClient } from "../privacy/erase-client.ts";
import { exportClientData } from "../privacy/export-client-data.ts";
import { listClientDataRequests } from "../privacy/list-client-data-requests.ts";
import { builder, needs } from "./builder.ts";

const ClientDataRequest = builder.objectRef<RequestRow>("ClientDataRequest").implement({
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
const ClientDataRequests = builder.objectRef<{ nodes: RequestRow[] }>("ClientDataRequests").implement({
  fields: (t) => ({ nodes: t.field({ type: [ClientDataRequest], resolve: ({ nodes }) => nodes }) }),
});

const ClientDataExportInput = builder.inputType("ClientDataExportInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});
const ClientEraseInput = builder.inputType("ClientEraseInput", {
  description: "Nothing brings back what is erased.",
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});
const ClientDataRequestsInput = builder.inputType("ClientDataRequestsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), clientId: t.id({ required: true }) }),
});

builder.queryField("clientDataRequests", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ClientDataRequests,
    args: { input: t.arg({ type: ClientDataRequestsInput, required: true }) },
    resolve: async (_, { input }, { ctx }) => ({ nodes: await listClientDataRequests(ctx, input) }),
  }),
);

builder.mutationFields((t) => ({
  exportClientData: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ClientDataRequest,
    args: { input: t.arg({ type: ClientDataExportInput, required: true }) },
    resolve: (_, { input }, { ctx }) => exportClientData(ctx, input),
  }),
  eraseClient: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ClientDataRequest,
    args: { input: t.arg({ type: ClientEraseInput, required: true }) },
    resolve: (_, { input }, { ctx }) => eraseClient(ctx, input),
  }),
}));
