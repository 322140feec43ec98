import type { Webhook as WebhookRow } from "../generated/prisma/client.ts";
import { WebhookEvent as EVENTS } from "../generated/prisma/enums.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { deleteWebhook } from "../webhooks/delete-webhook.ts";
import { deliveredEvent, deliveredPayload } from "../webhooks/delivery-record.ts";
import { listWebhookAttempts } from "../webhooks/list-webhook-attempts.ts";
import { listWebhookDeliveries } from "../webhooks/list-webhook-deliveries.ts";
import { listWebhooks } from "../webhooks/list-webhooks.ts";
import { patchWebhook } from "../webhooks/patch-webhook.ts";
import { replayFailedWebhookDeliveries } from "../webhooks/replay-failed-webhook-deliveries.ts";
import { replayWebhookDelivery } from "../webhooks/replay-webhook-delivery.ts";
import { rotateWebhookSecret } from "../webhooks/rotate-webhook-secret.ts";
import { sendTestEvent } from "../webhooks/send-test-event.ts";
import { shownHeaders, type OpenedWebhook } from "../webhooks/webhook-record.ts";
import { alongside, builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf, pageOf } from "./pages.ts";

export const WebhookEvent = builder.enumType("WebhookEvent", { values: Object.values(EVENTS) });

const Webhook = builder.prismaObject("Webhook", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    label: t.exposeString("label"),
    url: t.exposeString("url"),
    event: t.expose("event", { type: WebhookEvent }),
    debug: t.exposeBoolean("debug", {
      description: "Of ANY_EVENT: it is told what happens in the playground too, with debug: true in the payload.",
    }),
    headers: t.field({ type: "JSON", nullable: true, resolve: shownHeaders }),
    secret: t.string({
      nullable: true,
      description:
        "The signing secret (whsec_…), whole only in the answer of the operation that created or rotated it; null otherwise.",
      resolve: ({ opened }: WebhookRow & Partial<OpenedWebhook>) => opened?.secret ?? null,
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

const WebhookList = listOf(builder, Webhook);

const WebhookDelivery = builder.prismaObject("WebhookDelivery", {
  fields: (t) => ({
    id: t.exposeID("id"),
    webhookId: t.exposeID("webhookId"),
    event: t.field({ type: WebhookEvent, select: { event: true }, resolve: deliveredEvent }),
    state: t.exposeString("state", { description: "pending, delivered, failed" }),
    attempts: t.exposeInt("attempts"),
    responseStatus: t.exposeInt("responseStatus", {
      nullable: true,
      description: "Status code of the last attempt; null when there was no answer.",
    }),
    error: t.exposeString("error", { nullable: true }),
    payload: t.field({ type: "JSON", select: { event: true }, resolve: deliveredPayload }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    nextAttemptAt: t.expose("nextAttemptAt", { type: "DateTime", nullable: true }),
    deliveredAt: t.expose("deliveredAt", { type: "DateTime", nullable: true }),
  }),
});

const WebhookDeliveryPage = pageOf(builder, WebhookDelivery);

const WebhookAttempt = builder.prismaObject("WebhookAttempt", {
  fields: (t) => ({
    attemptNo: t.exposeInt("attemptNo"),
    startedAt: t.expose("startedAt", { type: "DateTime" }),
    durationMs: t.exposeInt("durationMs"),
    responseStatus: t.exposeInt("responseStatus", {
      nullable: true,
      description: "The status code of the answer; null when there was none.",
    }),
    responseBody: t.exposeString("responseBody", {
      nullable: true,
      description: "The first 16 KiB of the answer; null when there was none, or after the contact was erased.",
    }),
    error: t.exposeString("error", { nullable: true }),
  }),
});

const { query, mutation } = section(builder, "Webhooks");

query("webhooks", listWebhooks, {
  type: WebhookList,
  input: (t) => ({
    label: t.string(),
    event: t.field({ type: WebhookEvent }),
  }),
  says: "The webhooks.",
  example: { label: "shop" },
});

query("webhookDeliveries", listWebhookDeliveries, {
  type: WebhookDeliveryPage,
  input: (t) => ({
    webhookId: t.id({ required: true }),
    state: t.string(),
    first: t.int(),
    after: t.string(),
  }),
  args: (input, context, info) => [input, alongside(context, info)],
  says: "The delivery log of a webhook, newest first.",
  example: { webhookId: "WEBHOOK_ID", state: "failed", first: 20 },
});

query("webhookAttempts", listWebhookAttempts, {
  type: listOf(builder, WebhookAttempt),
  input: (t) => ({ deliveryId: t.id({ required: true }) }),
  says: "The last 20 attempts of a delivery, newest first, with what the receiver answered.",
  example: { deliveryId: "DELIVERY_ID" },
});

mutation("createWebhook", createWebhook, {
  type: Webhook,
  input: (t) => ({
    label: t.string({ required: true }),
    url: t.string({ required: true }),
    event: t.field({ type: WebhookEvent, required: true }),
    headers: t.field({ type: "JSON" }),
    debug: t.boolean({ description: "With ANY_EVENT only: what happens in the playground is told too." }),
  }),
  says: "Subscribes an address to an event; the signing secret stands in this answer only.",
  example: { label: "Shop", url: "https://shop.example.com/hooks", event: "INCOMING_MESSAGE" },
});

mutation("patchWebhook", patchWebhook, {
  type: Webhook,
  input: (t) => ({
    id: t.id({ required: true }),
    label: t.string(),
    url: t.string(),
    event: t.field({ type: WebhookEvent }),
    headers: t.field({ type: "JSON" }),
    active: t.boolean(),
    debug: t.boolean({ description: "With ANY_EVENT only: what happens in the playground is told too." }),
  }),
  says: "Changes what is given; also switches a webhook off and on.",
  example: { id: "WEBHOOK_ID", active: true },
});

mutation("deleteWebhook", deleteWebhook, {
  type: Webhook,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Ends a subscription.",
  example: { id: "WEBHOOK_ID" },
});

mutation("rotateWebhookSecret", rotateWebhookSecret, {
  type: Webhook,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "A new signing secret; the old one signs beside it for 24 hours.",
  example: { id: "WEBHOOK_ID" },
});

mutation("replayWebhookDelivery", replayWebhookDelivery, {
  type: WebhookDelivery,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Delivers again, under the same webhook-id.",
  example: { id: "DELIVERY_ID" },
});

mutation("replayFailedWebhookDeliveries", replayFailedWebhookDeliveries, {
  type: "Int",
  inputName: "WebhookDeliveriesReplayFailedInput",
  input: (t) => ({
    webhookId: t.id({ required: true }),
    since: t.field({ type: "DateTime", required: true }),
  }),
  says: "Delivers again everything that failed since a time, in the order of the events; answers how many.",
  example: { webhookId: "WEBHOOK_ID", since: "2026-11-21T09:30:00Z" },
});

mutation("sendTestEvent", sendTestEvent, {
  type: WebhookDelivery,
  input: (t) => ({ webhookId: t.id({ required: true }) }),
  says: "Sends one webhook a sample of its event with debug: true, signed and retried like any other.",
  example: { webhookId: "WEBHOOK_ID" },
});
