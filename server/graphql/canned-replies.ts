import { z } from "zod";
import { MACRO_ACTIONS } from "../conversations/macro-actions.ts";
import { createCannedReply } from "../replies/create-canned-reply.ts";
import { deleteCannedReply } from "../replies/delete-canned-reply.ts";
import { getConvLanguage } from "../replies/get-conv-language.ts";
import { listCannedReplies } from "../replies/list-canned-replies.ts";
import { patchCannedReply } from "../replies/patch-canned-reply.ts";
import type { ReplyVariant as Variant } from "../replies/reply-fields.ts";
import { runMacro } from "../replies/run-macro.ts";
import { keptFilesOf } from "../uploads/kept-files.ts";
import { builder } from "./builder.ts";
import { IntegrationType } from "./channel-types.ts";
import { Conversation } from "./conversations.ts";
import { KeptFile, KeptFileInput } from "./kept-files.ts";
import { MessageType } from "./message-type.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const ReplyActionKind = builder.enumType("ReplyActionKind", {
  values: ["tag", "untag", "stage", "assign", "snooze", "end"] as const,
});

/** An action in the API's form: fields that its kind does not have are null. */
type FlatAction = z.infer<typeof FLAT>;
const FLAT = z.object({
  kind: z.enum(["tag", "untag", "stage", "assign", "snooze", "end"]),
  tag: z.string().nullable().default(null),
  stageId: z.string().nullable().default(null),
  agentId: z.string().nullable().default(null),
  minutes: z.int().nullable().default(null),
});

const ReplyAction = builder.objectRef<FlatAction>("ReplyAction").implement({
  description: "One thing that a macro does with the conversation.",
  fields: (t) => ({
    kind: t.expose("kind", { type: ReplyActionKind }),
    tag: t.exposeString("tag", { nullable: true }),
    stageId: t.exposeID("stageId", { nullable: true, description: "Of stage; null: out of any." }),
    agentId: t.exposeID("agentId", { nullable: true, description: "Of assign; null: to nobody." }),
    minutes: t.exposeInt("minutes", { nullable: true, description: "Of snooze; null: until the client writes." }),
  }),
});

const VARIANTS = z.array(z.object({ language: z.string(), content: z.string() }));

const ReplyVariant = builder.objectRef<Variant>("ReplyVariant").implement({
  fields: (t) => ({
    language: t.exposeString("language", { description: "ISO 639-1." }),
    content: t.exposeString("content"),
  }),
});

const CannedReply = builder.prismaObject("CannedReply", {
  description: "A text that is written often; with actions it is a macro.",
  fields: (t) => ({
    id: t.exposeID("id"),
    shortcut: t.exposeString("shortcut", { description: "What is typed after a slash." }),
    title: t.exposeString("title"),
    content: t.exposeString("content", { description: "With variables like {{client.firstName}}." }),
    language: t.exposeString("language", {
      nullable: true,
      description: "Of content, ISO 639-1; null: it is for everybody.",
    }),
    variants: t.field({
      type: [ReplyVariant],
      description: "The same in other languages.",
      resolve: ({ variants }) => VARIANTS.parse(variants),
    }),
    attachments: t.field({
      type: [KeptFile],
      resolve: ({ workspaceId, attachments }) => keptFilesOf(workspaceId, attachments),
    }),
    actions: t.field({
      type: [ReplyAction],
      resolve: ({ actions }) => MACRO_ACTIONS.parse(actions).map((action) => FLAT.parse(action)),
    }),
    channelTypes: t.expose("channelTypes", {
      type: [IntegrationType],
      description: "The channels that it is offered on; none: all.",
    }),
    isTeam: t.boolean({
      resolve: ({ ownerId }) => ownerId === null,
      description: "The team's; else the caller's own.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
  }),
});

const CannedReplyList = listOf(builder, CannedReply);

const ReplyActionInput = builder.inputType("ReplyActionInput", {
  description: "tag and untag have a tag, stage a stageId, assign an agentId, snooze its minutes.",
  fields: (t) => ({
    kind: t.field({ type: ReplyActionKind, required: true }),
    tag: t.string(),
    stageId: t.id(),
    agentId: t.id(),
    minutes: t.int(),
  }),
});

const ReplyVariantInput = builder.inputType("ReplyVariantInput", {
  fields: (t) => ({ language: t.string({ required: true }), content: t.string({ required: true }) }),
});

const MacroMessageInput = builder.inputType("MacroMessageInput", {
  fields: (t) => ({
    id: t.string({ required: true, description: "A UUID of the caller's: the same one sends one message." }),
    type: t.field({ type: MessageType, required: true }),
    content: t.string({ required: true }),
    caption: t.string(),
    replyToMessageId: t.id(),
    thenEnd: t.boolean({ description: "The conversation is ended with it, whether or not the macro says so." }),
  }),
});

const ConvLanguage = builder.objectRef<{ language: string | null }>("ConvLanguage").implement({
  fields: (t) => ({
    language: t.exposeString("language", { nullable: true, description: "ISO 639-1; null: it is not clear." }),
  }),
});

const { query, mutation } = section(builder, "Canned replies");

query("convLanguage", getConvLanguage, {
  type: ConvLanguage,
  input: (t) => ({
    convId: t.id({ required: true }),
    among: t.stringList({ required: true, description: "The languages in question, ISO 639-1." }),
  }),
  says: "Which of some languages the client of a conversation writes: a reply is offered in that one.",
  example: { convId: "CONV_ID", among: ["en", "de"] },
});

query("cannedReplies", listCannedReplies, {
  type: CannedReplyList,
  says: "The texts that are written often: the team's, and the signed-in agent's own.",
  example: {},
});

mutation("createCannedReply", createCannedReply, {
  type: CannedReply,
  input: (t) => ({
    shortcut: t.string({ required: true }),
    title: t.string({ required: true }),
    content: t.string({ required: true }),
    language: t.string(),
    variants: t.field({ type: [ReplyVariantInput] }),
    attachments: t.field({ type: [KeptFileInput] }),
    actions: t.field({ type: [ReplyActionInput] }),
    channelTypes: t.field({ type: [IntegrationType] }),
    isTeam: t.boolean({ description: "The team's, which needs MANAGE_CLIENTS; else the caller's own." }),
  }),
  says: "Keeps a text that is written often; with actions it is a macro.",
  example: {
    shortcut: "late",
    title: "Parcel is late",
    content: "I am sorry, {{client.firstName}}: order {{order.no}} is late.",
    actions: [{ kind: "tag", tag: "late" }],
    isTeam: true,
  },
});

mutation("patchCannedReply", patchCannedReply, {
  type: CannedReply,
  inputSays: "What is given is all that the reply has from now on.",
  input: (t) => ({
    id: t.id({ required: true }),
    shortcut: t.string({ required: true }),
    title: t.string({ required: true }),
    content: t.string({ required: true }),
    language: t.string(),
    variants: t.field({ type: [ReplyVariantInput] }),
    attachments: t.field({ type: [KeptFileInput] }),
    actions: t.field({ type: [ReplyActionInput] }),
    channelTypes: t.field({ type: [IntegrationType] }),
  }),
  says: "Gives a reply new words, files and actions.",
  example: { id: "CANNED_REPLY_ID", shortcut: "late", title: "Parcel is late", content: "I am sorry for the delay." },
});

mutation("deleteCannedReply", deleteCannedReply, {
  type: CannedReply,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Takes a reply off the list.",
  example: { id: "CANNED_REPLY_ID" },
});

mutation("runMacro", runMacro, {
  type: Conversation,
  input: (t) => ({
    replyId: t.id({ required: true }),
    integrationId: t.id({ required: true }),
    convId: t.id({ required: true }),
    message: t.field({ type: MacroMessageInput, description: "Left out: only the actions are done." }),
    undoSeconds: t.int({ description: "0 to 15: for so long the message can be cancelled, and the actions with it." }),
  }),
  says: "Sends a macro's message and does its actions in one go, as the signed-in agent.",
  example: { replyId: "CANNED_REPLY_ID", integrationId: "INTEGRATION_ID", convId: "CONV_ID", undoSeconds: 5 },
  signedIn: true,
});
