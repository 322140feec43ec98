import { WebhookEvent as EVENTS } from "../generated/prisma/enums.ts";
import type { Page } from "../page.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { deleteWebhook } from "../webhooks/delete-webhook.ts";
import type { DeliveryRecord } from "../webhooks/delivery-record.ts";
import { listWebhookDeliveries } from "../webhooks/list-webhook-deliveries.ts";
import { listWebhooks } from "../webhooks/list-webhooks.ts";
import { patchWebhook } from "../webhooks/patch-webhook.ts";
import { replayFailedWebhookDeliveries } from "../webhooks/replay-failed-webhook-deliveries.ts";
import { replayWebhookDelivery } from "../webhooks/replay-webhook-delivery.ts";
import { rotateWebhookSecret } from "../webhooks/rotate-webhook-secret.ts";
import { sendTestEvent } from "../webhooks/send-test-event.ts";
import type { WebhookRecord } from "../webhooks/webhook-record.ts";
import { builder, needs } from "./builder.ts";
import { PageInfo } from "./page-info.ts";

export const WebhookEvent = builder.enumType("WebhookEvent", { values: Object.values(EVENTS) });

const Webhook = builder.objectRef<WebhookRecord>("Webhook").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    label: t.exposeString("label"),
    url: t.exposeString("url"),
    event: t.expose("event", { type: WebhookEvent }),
    debug: t.exposeBoolean("debug", {
      description: "Of ANY_EVENT: it is told what happens in the playground too, with debug: true in the payload.",
    }),
    headers: t.field({ type: "JSON", nullable: true, resolve: (webhook) => webhook.headers }),
    secret: t.exposeString("secret", {
      nullable: true,
      description:
        "The signing secret (whsec_…), whole only in the answer of the operation that created or rotated it; null otherwise.",
    }),
    active: t.exposeBoolean("active", {
      description: "False once it was switched off, by a person or after failing for five days.",
    }),
    disabledReason: t.exposeString("disabledReason", {
      nullable: true,
      description: "Why the service switched it off; null while it is active, and when a person did.",
    }),
    createdAt: t.string({ resolve: (webhook) => webhook.createdAt.toISOString() }),
  }),
});

const WebhookList = builder.objectRef<WebhookRecord[]>("WebhookList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Webhook], resolve: (rows) => rows }) }),
});

const WebhookDelivery = builder.objectRef<DeliveryRecord>("WebhookDelivery").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    webhookId: t.exposeID("webhookId"),
    event: t.expose("event", { type: WebhookEvent }),
    state: t.exposeString("state", { description: "pending, delivered, failed" }),
    attempts: t.exposeInt("attempts"),
    responseStatus: t.exposeInt("responseStatus", {
      nullable: true,
      description: "Status code of the last attempt; null when there was no answer.",
    }),
    error: t.exposeString("error", { nullable: true }),
    payload: t.field({ type: "JSON", resolve: (delivery) => delivery.payload }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    nextAttemptAt: t.expose("nextAttemptAt", { type: "DateTime", nullable: true }),
    deliveredAt: t.expose("deliveredAt", { type: "DateTime", nullable: true }),
  }),
});

const WebhookDeliveryPage = builder.objectRef<Page<DeliveryRecord>>("WebhookDeliveryPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [WebhookDelivery], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const WebhooksInput = builder.inputType("WebhooksInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    label: t.string(),
    event: t.field({ type: WebhookEvent }),
  }),
});

const WebhookCreateInput = builder.inputType("WebhookCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    label: t.string({ required: true }),
    url: t.string({ required: true }),
    event: t.field({ type: WebhookEvent, required: true }),
    headers: t.field({ type: "JSON" }),
    debug: t.boolean({ description: "With ANY_EVENT only: what happens in the playground is told too." }),
  }),
});

const WebhookPatchInput = builder.inputType("WebhookPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    label: t.string(),
    url: t.string(),
    event: t.field({ type: WebhookEvent }),
    headers: t.field({ type: "JSON" }),
    active: t.boolean(),
    debug: t.boolean({ description: "With ANY_EVENT only: what happens in the playground is told too." }),
  }),
});

const WebhookDeleteInput = builder.inputType("WebhookDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const WebhookSecretRotateInput = builder.inputType("WebhookSecretRotateInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const WebhookDeliveriesInput = builder.inputType("WebhookDeliveriesInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    webhookId: t.id({ required: true }),
    state: t.string(),
    first: t.int(),
    after: t.string(),
  }),
});

const WebhookDeliveryReplayInput = builder.inputType("WebhookDeliveryReplayInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const WebhookDeliveriesReplayFailedInput = builder.inputType("WebhookDeliveriesReplayFailedInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    webhookId: t.id({ required: true }),
    since: t.field({ type: "DateTime", required: true }),
  }),
});

const TestEventSendInput = builder.inputType("TestEventSendInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), webhookId: t.id({ required: true }) }),
});

builder.queryField("webhooks", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebhookList,
    args: { input: t.arg({ type: WebhooksInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listWebhooks(ctx, input),
  }),
);

builder.queryField("webhookDeliveries", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebhookDeliveryPage,
    args: { input: t.arg({ type: WebhookDeliveriesInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listWebhookDeliveries(ctx, input),
  }),
);

builder.mutationField("createWebhook", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Webhook,
    args: { input: t.arg({ type: WebhookCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createWebhook(ctx, input),
  }),
);

builder.mutationField("patchWebhook", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Webhook,
    args: { input: t.arg({ type: WebhookPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchWebhook(ctx, input),
  }),
);

builder.mutationField("deleteWebhook", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Webhook,
    args: { input: t.arg({ type: WebhookDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deleteWebhook(ctx, input),
  }),
);

builder.mutationField("rotateWebhookSecret", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Webhook,
    args: { input: t.arg({ type: WebhookSecretRotateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => rotateWebhookSecret(ctx, input),
  }),
);

builder.mutationField("replayWebhookDelivery", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebhookDelivery,
    args: { input: t.arg({ type: WebhookDeliveryReplayInput, required: true }) },
    resolve: (_, { input }, { ctx }) => replayWebhookDelivery(ctx, input),
  }),
);

builder.mutationField("replayFailedWebhookDeliveries", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: "Int",
    args: { input: t.arg({ type: WebhookDeliveriesReplayFailedInput, required: true }) },
    resolve: (_, { input }, { ctx }) => replayFailedWebhookDeliveries(ctx, input),
  }),
);

builder.mutationField("sendTestEvent", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebhookDelivery,
    args: { input: t.arg({ type: TestEventSendInput, required: true }) },
    resolve: (_, { input }, { ctx }) => sendTestEvent(ctx, input),
  }),
);
