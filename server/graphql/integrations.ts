import type { Integration as Row } from "../generated/prisma/client.ts";
import { sendsTemplates } from "../integrations/sends-templates.ts";
import { sendTestMessage } from "../messages/send-test-message.ts";
import { checkChannel, type ChannelCheck as Check } from "../integrations/check-channel.ts";
import type { CheckStep } from "../integrations/channel-steps.ts";
import { connectChannel } from "../integrations/connect-channel.ts";
import { createIntegration } from "../integrations/create-integration.ts";
import { getChannelSetup, type ChannelSetup as Setup } from "../integrations/get-channel-setup.ts";
import { ingressUrl } from "../integrations/ingress-url.ts";
import { listIntegrations } from "../integrations/list-integrations.ts";
import { patchIntegrationCredentials } from "../integrations/patch-integration-credentials.ts";
import { patchIntegration } from "../integrations/patch-integration.ts";
import { quietSince } from "../integrations/quiet-since.ts";
import { READ_RECEIPTS } from "../integrations/read-receipts.ts";
import { routingProblems } from "../integrations/routing-problems.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { templatesHeld } from "../integrations/account-stops.ts";
import { readSaid } from "../read-said.ts";
import { inEnglish } from "../say.ts";
import { alongside, builder } from "./builder.ts";
import { SignedIn } from "./channel-sign-in.ts";
import { IntegrationState, IntegrationType } from "./channel-types.ts";
import { Message } from "./messages.ts";
import { section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";
import { listOf } from "./pages.ts";

const ReadReceipts = builder.enumType("ReadReceipts", {
  description: "opened: when an agent opens them; replied: when they are answered, by whomever.",
  values: READ_RECEIPTS,
});

const Integration = builder.prismaObject("Integration", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    identifier: t.exposeString("identifier", { nullable: true }),
    type: t.expose("type", { type: IntegrationType }),
    state: t.expose("state", { type: IntegrationState }),
    properties: t.field({ type: "JSON", resolve: (integration) => integration.properties }),
    readReceipts: t.field({
      type: ReadReceipts,
      description:
        "When clients are shown that their messages were read, where the channel has such a thing (gestures).",
      resolve: ({ readReceipts }) => readReceipts as (typeof READ_RECEIPTS)[number],
    }),
    lateReplies: t.exposeBoolean("lateReplies", {
      description:
        "Whether people may answer after the reply window (channelCapabilities: lateReplyHours), because the provider permits it: Meta's Human Agent.",
    }),
    historyProgress: t.exposeInt("historyProgress", {
      nullable: true,
      description: "How much of what was written before it was connected has come in, in percent; null: nothing.",
    }),
    comments: t.exposeBoolean("comments", {
      description: "Whether the comments on the account's posts come in (channelCapabilities: inComments).",
    }),
    marketingApi: t.exposeBoolean("marketingApi", {
      description:
        "Whether marketing templates are sent by the provider's own API for them (channelCapabilities: marketingApi): Meta's Marketing Messages API.",
    }),
    utilityMessages: t.exposeBoolean("utilityMessages", {
      description:
        "Whether message templates are sent where the provider must have permitted it (channelCapabilities: utilityMessages): Messenger's utility messages.",
    }),
    sendsTemplates: t.boolean({ description: "Whether message templates are sent on it.", resolve: sendsTemplates }),
    ratePerSecond: t.exposeFloat("ratePerSecond", {
      nullable: true,
      description:
        "Messages sent per second at most, over all workers together; null: the type's own (channelCapabilities).",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
    ingressUrl: t.string({
      nullable: true,
      description: "Where the channel's outside system sends what customers write; null for types without one.",
      resolve: ingressUrl,
    }),
    accountId: t.exposeString("accountId", {
      nullable: true,
      description:
        "The provider's id of the account: phone number id, page id, Instagram account id, bot id; null where there is none.",
    }),
    lastInboundAt: t.expose("lastInboundAt", { type: "DateTime", nullable: true }),
    quietSince: t.field({
      type: "DateTime",
      nullable: true,
      description:
        "No message has come in since then, for a day or more, where they came on five of the seven days before; else null.",
      resolve: (channel, _, { ctx }) => quietSince(channel, ctx.now),
    }),
    checkedAt: t.expose("checkedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the provider last found the credentials good; it is asked once a day.",
    }),
    tokenExpiresAt: t.expose("tokenExpiresAt", {
      type: "DateTime",
      nullable: true,
      description: "When the access ends, where the provider says so.",
    }),
    waitingSends: t.relationCount("sendQueue", { description: "Messages that wait to be sent." }),
    lastError: t.exposeString("lastError", { nullable: true }),
    lastErrorWording: t.field(wordingField(({ lastErrorSaid }: Row) => readSaid(lastErrorSaid))),
    lastErrorAt: t.expose("lastErrorAt", { type: "DateTime", nullable: true }),
    templatesHeld: t.string({
      nullable: true,
      description: "Why the provider takes no templates from the account now; null when it does.",
      resolve: (channel, _, { ctx }) => {
        const why = templatesHeld(channel, ctx.now);
        return why && inEnglish(why);
      },
    }),
    templatesHeldWording: t.field(wordingField((channel: Row) => readSaid(channel.templatesHeld))),
    routingProblems: t.stringList({
      description:
        "Why routing settings do not work as written (a rule names a deleted agent or assistant); empty when fine.",
      resolve: (channel, _, { ctx }) => routingProblems(ctx, channel),
    }),
  }),
});

const IntegrationList = listOf(builder, Integration);

const ChannelStepState = builder.enumType("ChannelStepState", {
  description: "unknown: nobody could say; not a fault of the channel.",
  values: ["ok", "failed", "unknown"] as const,
});

const ChannelStep = builder.objectRef<CheckStep>("ChannelStep").implement({
  fields: (t) => ({
    name: t.string({ resolve: ({ name }) => inEnglish(name) }),
    state: t.expose("state", { type: ChannelStepState }),
    words: t.string({ resolve: ({ words }) => inEnglish(words) }),
    whatToDo: t.string({ nullable: true, resolve: ({ whatToDo }) => whatToDo && inEnglish(whatToDo) }),
    nameWording: t.field(wordingField(({ name }: CheckStep) => name)),
    wordsWording: t.field(wordingField(({ words }: CheckStep) => words)),
    whatToDoWording: t.field(wordingField(({ whatToDo }: CheckStep) => whatToDo)),
  }),
});

const ChannelCheck = builder.objectRef<Check>("ChannelCheck").implement({
  fields: (t) => ({
    isOk: t.exposeBoolean("isOk", {
      description: "Nothing failed, and the provider could be asked where there is one.",
    }),
    checkedAt: t.expose("checkedAt", { type: "DateTime" }),
    steps: t.field({ type: [ChannelStep], resolve: (check) => check.steps }),
    integration: t.field({ type: Integration, resolve: (check) => check.integration }),
  }),
});

const ChannelSubscription = builder.enumType("ChannelSubscription", {
  description: "automatically: the provider was told the address; byHand: a person pastes it there.",
  values: ["automatically", "byHand"] as const,
});

const ChannelSetup = builder.objectRef<Setup>("ChannelSetup").implement({
  fields: (t) => ({
    webhookUrl: t.exposeString("webhookUrl", { nullable: true }),
    verifyToken: t.exposeString("verifyToken", {
      nullable: true,
      description: "What the provider shows when it asks for the address; for persons only.",
    }),
    subscribes: t.expose("subscribes", { type: ChannelSubscription }),
    fields: t.exposeStringList("fields", { description: "What to subscribe to by hand." }),
    appFields: t.stringList({
      description: "What the provider sends only to its app's own webhook: to subscribe to there, with this address.",
      resolve: ({ appFields }) => [...appFields],
    }),
  }),
});

const { query, mutation } = section(builder, "Channels");

query("integrations", listIntegrations, {
  type: IntegrationList,
  input: (t) => ({
    name: t.string(),
    state: t.field({ type: IntegrationState }),
    type: t.field({ type: IntegrationType }),
  }),
  args: (input, context, info) => [input, alongside(context, info)],
  says: "The channels, without their credentials.",
  example: { type: "CUSTOM" },
});

query("channelSetup", getChannelSetup, {
  type: ChannelSetup,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Where a channel's provider brings what clients write, and what to paste there by hand.",
  example: { id: "INTEGRATION_ID" },
});

mutation("connectChannel", connectChannel, {
  type: Integration,
  input: (t) => ({
    integrationProperties: t.field({ type: "JSON", description: "Left out for WEBCHAT: its secret is made here." }),
    signIn: t.field({ type: SignedIn, description: "In place of integrationProperties, after a sign-in." }),
    name: t.string({ required: true }),
    type: t.field({ type: IntegrationType, required: true }),
  }),
  says: "Connects a channel of any type, for a person in the portal; keys have createIntegration.",
  example: { name: "Help on our site", type: "WEBCHAT" },
  signedIn: true,
});

mutation("checkChannel", checkChannel, {
  type: ChannelCheck,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Looks at a channel now: credentials, end of the access, what comes in, what waits to go out.",
  example: { id: "INTEGRATION_ID" },
});

mutation("sendTestMessage", sendTestMessage, {
  type: Message,
  input: (t) => ({
    id: t.id({ required: true, description: "The channel." }),
    to: t.string({
      required: true,
      description:
        "A phone number; on a CUSTOM channel the customer's id there; on the others the id of a client who has written on it.",
    }),
  }),
  says: "Sends an ordinary message over a channel to see it arrive: free text, or a template where only that may be sent.",
  example: { id: "INTEGRATION_ID", to: "customer-1" },
});

mutation("createIntegration", createIntegration, {
  type: Integration,
  input: (t) => ({
    integrationProperties: t.field({ type: "JSON", required: true }),
    name: t.string({ required: true }),
    type: t.field({ type: IntegrationType, required: true }),
  }),
  says: "Adds a CUSTOM or TELEGRAM channel; the others are set up in the portal.",
  example: {
    name: "Web shop",
    type: "CUSTOM",
    integrationProperties: {
      endpoint: "https://shop.example.com/replies",
      validateToken: "a-secret-for-what-comes-in",
      accessToken: "a-secret-for-what-goes-out",
      externalId: "shop",
    },
  },
});

mutation("patchIntegration", patchIntegration, {
  type: Integration,
  input: (t) => ({
    id: t.id({ required: true }),
    properties: t.field({ type: "JSON" }),
    name: t.string(),
    readReceipts: t.field({ type: ReadReceipts }),
    lateReplies: t.boolean(),
    comments: t.boolean(),
    marketingApi: t.boolean(),
    utilityMessages: t.boolean(),
    ratePerSecond: t.float({
      description: "Messages sent per second at most, from 0.1 to 1000; null: the type's own. Left out, it stays.",
    }),
  }),
  says: "Renames a channel, changes how its conversations are routed, how many messages a second it sends at most, when clients are shown that they were read, whether people may answer after the reply window, whether comments come in, whether templates are sent, or by which API marketing templates are sent.",
  example: { id: "INTEGRATION_ID", properties: { start: "AUTO" }, ratePerSecond: 20 },
});

mutation("setIntegrationState", setIntegrationState, {
  type: Integration,
  input: (t) => ({
    id: t.id({ required: true }),
    state: t.field({ type: IntegrationState, required: true }),
  }),
  says: "Switches a channel off or on.",
  example: { id: "INTEGRATION_ID", state: "disabled" },
});

mutation("patchIntegrationCredentials", patchIntegrationCredentials, {
  type: Integration,
  inputSays: "integrationProperties is a partial update: keys left out stay as they are. Secrets are write-only.",
  input: (t) => ({
    id: t.id({ required: true }),
    integrationProperties: t.field({ type: "JSON", required: true }),
  }),
  says: "Replaces some of a channel's credentials; the rest stays as it is.",
  example: { id: "INTEGRATION_ID", integrationProperties: { accessToken: "a-new-secret" } },
});
