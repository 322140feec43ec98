import { ComposerMode as MODES } from "../generated/prisma/enums.ts";
import { listDrafts } from "../drafts/list-drafts.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { keptFilesOf } from "../uploads/kept-files.ts";
import { builder } from "./builder.ts";
import { KeptFile, KeptFileInput } from "./kept-files.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const ComposerMode = builder.enumType("ComposerMode", { values: Object.values(MODES) });

const Draft = builder.prismaObject("Draft", {
  description:
    "What an agent has written in a conversation and not sent; only they see it. One without text, attachments and template was sent: its version is the one that the next save replaces.",
  fields: (t) => ({
    convId: t.exposeID("convId"),
    mode: t.expose("mode", { type: ComposerMode }),
    text: t.exposeString("text"),
    attachments: t.field({
      type: [KeptFile],
      resolve: ({ workspaceId, attachments }) => keptFilesOf(workspaceId, attachments),
    }),
    replyToMessageId: t.exposeID("replyToMessageId", { nullable: true }),
    template: t.field({
      type: "JSON",
      nullable: true,
      description: "A template that is being filled in: {name, language, values, pairs}.",
      resolve: ({ template }) => template,
    }),
    version: t.exposeInt("version"),
    patchedAt: t.expose("patchedAt", { type: "DateTime" }),
  }),
});

const DraftList = listOf(builder, Draft);

const { query, mutation } = section(builder, "Messages");

query("drafts", listDrafts, {
  type: DraftList,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "What the signed-in agent has written in a conversation and not sent.",
  example: { convId: "CONV_ID" },
  signedIn: true,
});

mutation("saveDraft", saveDraft, {
  type: Draft,
  nullable: true,
  input: (t) => ({
    convId: t.id({ required: true }),
    mode: t.field({ type: ComposerMode, required: true }),
    text: t.string({ required: true, description: "Without text, attachments and template the draft is dropped." }),
    attachments: t.field({ type: [KeptFileInput] }),
    replyToMessageId: t.id(),
    template: t.field({
      type: "JSON",
      description: "{name, language, values: {field: text}, pairs: [{id, name, value}]}; one that says nothing: none.",
    }),
    version: t.int({
      required: true,
      description: "The version that this one takes the place of; 0: there was none. Another one is CONFLICT.",
    }),
  }),
  says: "Keeps what the signed-in agent is writing; a save that was overtaken is a conflict.",
  example: { convId: "CONV_ID", mode: "reply", text: "Dear Maria,", version: 0 },
  signedIn: true,
});
