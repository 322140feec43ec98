import type { MessageTemplate } from "../generated/prisma/client.ts";
import { createIntegration } from "../integrations/create-integration.ts";
import type { IntegrationRecord } from "../integrations/integration-record.ts";
import { listChannelCapabilities } from "../integrations/list-channel-capabilities.ts";
import type { ChannelCapabilities as Capabilities } from "../integrations/list-channel-capabilities.ts";
import { listIntegrations } from "../integrations/list-integrations.ts";
import { listWabaMessageTemplates } from "../integrations/list-waba-message-templates.ts";
import { patchIntegrationCredentials } from "../integrations/patch-integration-credentials.ts";
import { patchIntegration } from "../integrations/patch-integration.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { builder, needs } from "./builder.ts";
import { IntegrationState, IntegrationType } from "./channel-types.ts";
import { MessageType } from "./message-type.ts";

const Integration = builder.objectRef<IntegrationRecord>("Integration").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    identifier: t.exposeString("identifier", { nullable: true }),
    type: t.expose("type", { type: IntegrationType }),
    state: t.expose("state", { type: IntegrationState }),
    properties: t.field({ type: "JSON", resolve: (integration) => integration.properties }),
    ratePerSecond: t.exposeFloat("ratePerSecond", {
      nullable: true,
      description:
        "Messages sent per second at most, over all workers together; null: the type's own (channelCapabilities).",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
    ingressUrl: t.exposeString("ingressUrl", {
      nullable: true,
      description: "Where the channel's outside system sends what customers write; null for types without one.",
    }),
    lastInboundAt: t.expose("lastInboundAt", { type: "DateTime", nullable: true }),
    lastError: t.exposeString("lastError", { nullable: true }),
    lastErrorAt: t.expose("lastErrorAt", { type: "DateTime", nullable: true }),
    routingProblems: t.stringList({
      description:
        "Why routing settings do not work as written (a rule names a deleted agent or assistant); empty when fine.",
      resolve: (integration) => integration.routingProblems(),
    }),
  }),
});

const IntegrationList = builder.objectRef<IntegrationRecord[]>("IntegrationList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Integration], resolve: (rows) => rows }) }),
});

const WabaMessageTemplate = builder.objectRef<MessageTemplate>("WabaMessageTemplate").implement({
  fields: (t) => ({
    id: t.exposeString("id", { description: "The provider's id." }),
    name: t.exposeString("name"),
    language: t.exposeString("language"),
    status: t.exposeString("status", { description: "The provider's word; only APPROVED ones can be sent." }),
    category: t.exposeString("category"),
    library_template_name: t.exposeString("libraryTemplateName", { nullable: true }),
  }),
});

const WabaMessageTemplateList = builder.objectRef<MessageTemplate[]>("WabaMessageTemplateList").implement({
  fields: (t) => ({ nodes: t.field({ type: [WabaMessageTemplate], resolve: (rows) => rows }) }),
});

const ChannelCapabilities = builder.objectRef<Capabilities>("ChannelCapabilities").implement({
  fields: (t) => ({
    type: t.expose("type", { type: IntegrationType }),
    replyWindowHours: t.exposeInt("replyWindowHours", {
      nullable: true,
      description: "Hours after the client's last message in which free text may be sent; null: always.",
    }),
    maxTextLength: t.exposeInt("maxTextLength"),
    ratePerSecond: t.exposeFloat("ratePerSecond", {
      description: "Messages sent per second at most where the channel has no rate of its own.",
    }),
    templates: t.exposeBoolean("templates"),
    replyContext: t.exposeBoolean("replyContext"),
    messageTypes: t.field({ type: [MessageType], resolve: (channel) => [...channel.messageTypes] }),
  }),
});

const ChannelCapabilitiesList = builder.objectRef<Capabilities[]>("ChannelCapabilitiesList").implement({
  fields: (t) => ({ nodes: t.field({ type: [ChannelCapabilities], resolve: (rows) => rows }) }),
});

const IntegrationsInput = builder.inputType("IntegrationsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    name: t.string(),
    state: t.field({ type: IntegrationState }),
    type: t.field({ type: IntegrationType }),
  }),
});

const IntegrationCreateInput = builder.inputType("IntegrationCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationProperties: t.field({ type: "JSON", required: true }),
    name: t.string({ required: true }),
    type: t.field({ type: IntegrationType, required: true }),
  }),
});

const IntegrationPatchInput = builder.inputType("IntegrationPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    properties: t.field({ type: "JSON" }),
    name: t.string(),
    ratePerSecond: t.float({
      description: "Messages sent per second at most, from 0.1 to 1000; null: the type's own. Left out, it stays.",
    }),
  }),
});

const IntegrationStateSetInput = builder.inputType("IntegrationStateSetInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    state: t.field({ type: IntegrationState, required: true }),
  }),
});

const IntegrationCredentialsPatchInput = builder.inputType("IntegrationCredentialsPatchInput", {
  description: "integrationProperties is a partial update: keys left out stay as they are. Secrets are write-only.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    integrationProperties: t.field({ type: "JSON", required: true }),
  }),
});

const WabaMessageTemplatesInput = builder.inputType("WabaMessageTemplatesInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), integrationId: t.id({ required: true }) }),
});

const ChannelCapabilitiesInput = builder.inputType("ChannelCapabilitiesInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

builder.queryField("integrations", (t) =>
  t.field({
    type: IntegrationList,
    args: { input: t.arg({ type: IntegrationsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listIntegrations(ctx, input),
  }),
);

builder.queryField("wabaMessageTemplates", (t) =>
  t.field({
    type: WabaMessageTemplateList,
    args: { input: t.arg({ type: WabaMessageTemplatesInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listWabaMessageTemplates(ctx, input),
  }),
);

builder.queryField("channelCapabilities", (t) =>
  t.field({
    type: ChannelCapabilitiesList,
    args: { input: t.arg({ type: ChannelCapabilitiesInput, required: true }) },
    resolve: (_, _args, { ctx }) => listChannelCapabilities(ctx),
  }),
);

builder.mutationField("createIntegration", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Integration,
    args: { input: t.arg({ type: IntegrationCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createIntegration(ctx, input),
  }),
);

builder.mutationField("patchIntegration", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Integration,
    args: { input: t.arg({ type: IntegrationPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchIntegration(ctx, input),
  }),
);

builder.mutationField("setIntegrationState", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Integration,
    args: { input: t.arg({ type: IntegrationStateSetInput, required: true }) },
    resolve: (_, { input }, { ctx }) => setIntegrationState(ctx, input),
  }),
);

builder.mutationField("patchIntegrationCredentials", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Integration,
    args: { input: t.arg({ type: IntegrationCredentialsPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchIntegrationCredentials(ctx, input),
  }),
);
