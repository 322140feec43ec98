import type { Outcomes } from "../broadcasts/count-outcomes.ts";
import { LEFT_OUT, LEFT_OUT_REASONS, type LeftOut } from "../broadcasts/left-out.ts";
import { listBroadcastAudience } from "../broadcasts/list-broadcast-audience.ts";
import {
  RECIPIENT_OUTCOMES,
  listBroadcastRecipients,
  type Recipient,
} from "../broadcasts/list-broadcast-recipients.ts";
import { preflightBroadcast, type Placeholder, type Preflight } from "../broadcasts/preflight-broadcast.ts";
import { clientName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { builder } from "./builder.ts";
import { ClientPage } from "./clients.ts";
import { section, type InputBuilder } from "./operation.ts";
import { pageOf } from "./pages.ts";

const LeftOutReason = builder.enumType("LeftOutReason", {
  description: "Why a client whom a broadcast is meant for does not get it; the last two are of retries.",
  values: Object.fromEntries(
    LEFT_OUT_REASONS.map((reason) => [reason, { description: `${LEFT_OUT[reason]}.` }]),
  ) as Record<LeftOut["reason"], { description: string }>,
});
const RecipientOutcome = builder.enumType("RecipientOutcome", { values: RECIPIENT_OUTCOMES });

export const BroadcastLeftOut = builder.objectRef<LeftOut>("BroadcastLeftOut").implement({
  description: "How many clients do not get a broadcast for one reason.",
  fields: (t) => ({
    reason: t.expose("reason", { type: LeftOutReason }),
    text: t.string({ description: "The reason in words.", resolve: ({ reason }) => LEFT_OUT[reason] }),
    count: t.exposeInt("count"),
  }),
});

export const BroadcastCounts = builder.objectRef<Outcomes>("BroadcastCounts").implement({
  description: "What has become of a broadcast's recipients, counted at one moment: all but total add up to total.",
  fields: (t) => ({
    total: t.exposeInt("total"),
    waiting: t.exposeInt("waiting", { description: "Their message is still to be made." }),
    pending: t.exposeInt("pending", { description: "Queued, or being tried again." }),
    sent: t.exposeInt("sent"),
    delivered: t.exposeInt("delivered"),
    read: t.exposeInt("read", { description: "Includes played." }),
    failed: t.exposeInt("failed", { description: "Includes clients for whom no message could be made." }),
  }),
});

const BroadcastRecipient = builder.objectRef<Recipient>("BroadcastRecipient").implement({
  fields: (t) => ({
    clientId: t.exposeID("clientId"),
    clientName: t.string({
      description: "Full name, else phone, else externalClientId.",
      resolve: async ({ clientId }, _, { ctx }) => {
        const client = await inboxLoaders(ctx).client.load(clientId);
        return client ? clientName(client) : "";
      },
    }),
    messageId: t.exposeID("messageId", { nullable: true, description: "Empty while no message was made." }),
    convId: t.exposeID("convId", { nullable: true }),
    outcome: t.expose("outcome", { type: RecipientOutcome }),
    reason: t.exposeString("reason", { nullable: true, description: "Why it failed, or is tried again." }),
    attempts: t.exposeInt("attempts", { description: "Tries to hand the message to its provider." }),
    updatedAt: t.expose("updatedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the outcome came about; empty while no message was made.",
    }),
  }),
});

const BroadcastRecipientPage = pageOf(builder, BroadcastRecipient);

const BroadcastPlaceholder = builder.objectRef<Placeholder>("BroadcastPlaceholder").implement({
  description: "A placeholder of the template.",
  fields: (t) => ({
    name: t.exposeString("name"),
    isKnown: t.exposeBoolean("isKnown", {
      description: "A field of the contact. Any other stays in the text as it is, for every recipient.",
    }),
    emptyCount: t.exposeInt("emptyCount", {
      description: "Recipients without a value, who get an empty text in its place.",
    }),
  }),
});

const BroadcastPreflight = builder.objectRef<Preflight>("BroadcastPreflight").implement({
  description: "What a broadcast would do if it were launched, or retried, at this moment.",
  fields: (t) => ({
    recipientCount: t.exposeInt("recipientCount", { description: "Clients it would go to: its totalCount." }),
    leftOut: t.field({
      type: [BroadcastLeftOut],
      description: "Clients whom it is meant for and who would not get it.",
      resolve: ({ leftOut }) => leftOut,
    }),
    problem: t.exposeString("problem", {
      nullable: true,
      description: "Why nothing could be sent at all; empty when nothing is known against it.",
    }),
    ratePerSecond: t.exposeFloat("ratePerSecond"),
    aheadCount: t.exposeInt("aheadCount", {
      description: "Messages of the channel that are to be sent already, by other broadcasts too.",
    }),
    estimatedSeconds: t.exposeInt("estimatedSeconds", {
      description: "Until the last message is with the provider, when all of those go first.",
    }),
    credits: t.exposeInt("credits", { description: "What one attempt for every recipient costs." }),
    placeholders: t.field({ type: [BroadcastPlaceholder], resolve: ({ placeholders }) => placeholders }),
  }),
});

/** A stored or planned broadcast: the fields of BroadcastCreateInput without name and time. */
function plannedFields(t: InputBuilder) {
  return {
    id: t.id({ description: "Of a stored broadcast; then the fields up to templateComponents are left out." }),
    integrationId: t.id(),
    clientIds: t.idList({ description: "As in BroadcastCreateInput." }),
    clientTags: t.stringList(),
    clientStageId: t.id(),
    country: t.string(),
    segmentId: t.id(),
    excludeSegmentIds: t.idList(),
    templateName: t.string(),
    templateLang: t.string(),
    templateComponents: t.field({ type: "JSON" }),
  };
}

const { query } = section(builder, "Broadcasts");

query("broadcastPreflight", preflightBroadcast, {
  type: BroadcastPreflight,
  inputSays:
    "By `id`: what launchBroadcast would do with a draft or scheduled broadcast, retryBroadcast with one that is over. Without it: what a broadcast of these fields would do.",
  input: plannedFields,
  says: "Who will get a broadcast, who will not and why, how long it takes and what it costs.",
  example: { integrationId: "INTEGRATION_ID", clientTags: ["vip"], templateName: "winter_sale", templateLang: "en" },
});

query("broadcastAudience", listBroadcastAudience, {
  type: ClientPage,
  inputSays: "As in broadcastPreflight.",
  input: (t) => ({
    ...plannedFields(t),
    leftOut: t.field({ type: LeftOutReason, description: "Who is left out for this reason; without it, who gets it." }),
    first: t.int(),
    after: t.string(),
  }),
  says: "The clients behind the numbers of broadcastPreflight, newest first.",
  example: { integrationId: "INTEGRATION_ID", templateName: "winter_sale", leftOut: "archived", first: 20 },
});

query("broadcastRecipients", listBroadcastRecipients, {
  type: BroadcastRecipientPage,
  input: (t) => ({
    broadcastId: t.id({ required: true }),
    outcome: t.field({ type: RecipientOutcome }),
    first: t.int(),
    after: t.string(),
  }),
  says: "What has become of each recipient of a broadcast.",
  example: { broadcastId: "BROADCAST_ID", outcome: "failed", first: 20 },
});
