import type { Tag as TagRow } from "../generated/prisma/client.ts";
import { TagType as TAG_TYPES } from "../generated/prisma/enums.ts";
import { bulkPatchTags } from "../tags/bulk-patch-tags.ts";
import { createTag } from "../tags/create-tag.ts";
import { deleteTag } from "../tags/delete-tag.ts";
import { listTags } from "../tags/list-tags.ts";
import { builder, needs } from "./builder.ts";

const TagType = builder.enumType("TagType", {
  description: "conv is an older spelling of conversation: filters treat the two alike.",
  values: Object.values(TAG_TYPES),
});

const Tag = builder.objectRef<TagRow>("Tag").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    tag: t.exposeString("tag"),
    type: t.expose("type", { type: TagType }),
    order: t.exposeInt("order", { nullable: true }),
    description: t.exposeString("description", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const TagList = builder.objectRef<TagRow[]>("TagList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Tag], resolve: (rows) => rows }) }),
});

const TagsInput = builder.inputType("TagsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), tag: t.string(), type: t.field({ type: TagType }) }),
});

builder.queryField("tags", (t) =>
  t.field({
    type: TagList,
    args: { input: t.arg({ type: TagsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listTags(ctx, input),
  }),
);

const TagCreateInput = builder.inputType("TagCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    type: t.field({ type: TagType, required: true }),
    tag: t.string({ required: true }),
    order: t.int(),
    description: t.string(),
  }),
});

const TagBulkPatchItemInput = builder.inputType("TagBulkPatchItemInput", {
  fields: (t) => ({ id: t.id({ required: true }), order: t.int(), description: t.string() }),
});

const TagBulkPatchInput = builder.inputType("TagBulkPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    patches: t.field({ type: [TagBulkPatchItemInput], required: true }),
  }),
});

const TagDeleteInput = builder.inputType("TagDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

builder.mutationField("createTag", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Tag,
    args: { input: t.arg({ type: TagCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createTag(ctx, input),
  }),
);

builder.mutationField("bulkPatchTags", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: "Boolean",
    args: { input: t.arg({ type: TagBulkPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => bulkPatchTags(ctx, input),
  }),
);

builder.mutationField("deleteTag", (t) =>
  t.field({
    ...needs("MANAGE_CLIENTS"),
    type: Tag,
    args: { input: t.arg({ type: TagDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deleteTag(ctx, input),
  }),
);
