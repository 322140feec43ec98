import { TagColor as TAG_COLORS, TagType as TAG_TYPES } from "../generated/prisma/enums.ts";
import { bulkPatchTags } from "../tags/bulk-patch-tags.ts";
import { createTag } from "../tags/create-tag.ts";
import { deleteTag } from "../tags/delete-tag.ts";
import { listTags } from "../tags/list-tags.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const TagType = builder.enumType("TagType", {
  description: "conv is an older spelling of conversation: filters treat the two alike.",
  values: Object.values(TAG_TYPES),
});

const TagColor = builder.enumType("TagColor", { values: Object.values(TAG_COLORS) });

const Tag = builder.prismaObject("Tag", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    tag: t.exposeString("tag"),
    type: t.expose("type", { type: TagType }),
    order: t.exposeInt("order", { nullable: true }),
    description: t.exposeString("description", { nullable: true }),
    color: t.expose("color", {
      type: TagColor,
      nullable: true,
      description: "Null: none was chosen, and the portal shows one that follows from the tag's text.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const TagList = listOf(builder, Tag);

const { query, mutation } = section(builder, "Tags and stages");

query("tags", listTags, {
  type: TagList,
  input: (t) => ({ tag: t.string(), type: t.field({ type: TagType }) }),
  says: "The tags of one type, or all.",
  example: { type: "client" },
});

const TagBulkPatchItemInput = builder.inputType("TagBulkPatchItemInput", {
  fields: (t) => ({
    id: t.id({ required: true }),
    order: t.int(),
    description: t.string(),
    color: t.field({ type: TagColor }),
  }),
});

mutation("createTag", createTag, {
  type: Tag,
  input: (t) => ({
    type: t.field({ type: TagType, required: true }),
    tag: t.string({ required: true }),
    order: t.int(),
    description: t.string(),
    color: t.field({ type: TagColor }),
  }),
  says: "Adds a tag; those of type clientStage and convStage are stages.",
  example: { type: "convStage", tag: "Waiting for parts", order: 2, color: "amber" },
});

mutation("bulkPatchTags", bulkPatchTags, {
  type: "Boolean",
  inputName: "TagBulkPatchInput",
  input: (t) => ({
    patches: t.field({ type: [TagBulkPatchItemInput], required: true }),
  }),
  says: "Reorders, describes and colors several tags at once; all or none.",
  example: { patches: [{ id: "TAG_ID", order: 1, description: "Pays on time" }] },
});

mutation("deleteTag", deleteTag, {
  type: Tag,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Deletes a tag from the list; what carries it keeps it.",
  example: { id: "TAG_ID" },
});
