import type { Draft as DraftRow } from "../generated/prisma/client.ts";
import { ComposerMode as MODES } from "../generated/prisma/enums.ts";
import { listDrafts } from "../inbox/list-drafts.ts";
import { saveDraft } from "../inbox/save-draft.ts";
import { keptFilesOf } from "../uploads/kept-files.ts";
import { builder } from "./builder.ts";
import { KeptFile, KeptFileInput } from "./kept-files.ts";

const ComposerMode = builder.enumType("ComposerMode", { values: Object.values(MODES) });

const Draft = builder.objectRef<DraftRow>("Draft").implement({
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

const DraftList = builder.objectRef<DraftRow[]>("DraftList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Draft], resolve: (rows) => rows }) }),
});

const DraftsInput = builder.inputType("DraftsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const DraftSaveInput = builder.inputType("DraftSaveInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
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
});

builder.queryField("drafts", (t) =>
  t.field({
    type: DraftList,
    args: { input: t.arg({ type: DraftsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listDrafts(ctx, input),
  }),
);

builder.mutationField("saveDraft", (t) =>
  t.field({
    type: Draft,
    nullable: true,
    args: { input: t.arg({ type: DraftSaveInput, required: true }) },
    resolve: (_, { input }, { ctx }) => saveDraft(ctx, input),
  }),
);
