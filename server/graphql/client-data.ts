import type { ClientDataRequest as RequestRow } from "../generated/prisma/client.ts";
import { archiveUrl, expiresAtOf, eraseClient, exportClientData } from "../privacy/data-request.ts";
import { listClientDataRequests } from "../privacy/list-client-data-requests.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

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
const ClientDataRequests = builder.objectRef<RequestRow[]>("ClientDataRequests").implement({
  fields: (t) => ({ nodes: t.field({ type: [ClientDataRequest], resolve: (rows) => rows }) }),
});

const { query, mutation } = section(builder, "Contacts");

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
