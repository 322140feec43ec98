import { actorId } from "../ctx.ts";
import type { SavedView as Row } from "../generated/prisma/client.ts";
import { createSavedView } from "../inbox/create-saved-view.ts";
import { listSavedViews } from "../inbox/list-saved-views.ts";
import { orderSavedViews } from "../inbox/order-saved-views.ts";
import { patchSavedView } from "../inbox/patch-saved-view.ts";
import { builder } from "./builder.ts";

const SavedView = builder.objectRef<Row>("SavedView").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    icon: t.exposeString("icon", { nullable: true }),
    query: t.exposeString("query", { description: "In the words of the inbox's search field." }),
    sort: t.exposeString("sort", { nullable: true }),
    isShared: t.boolean({ resolve: ({ ownerId }) => ownerId === null }),
    isMadeByMe: t.boolean({
      description: "Whether the caller made it: who did can take it back from everybody.",
      resolve: ({ createdBy }, _, { ctx }) => createdBy === actorId(ctx.actor),
    }),
    isCounted: t.exposeBoolean("isCounted"),
    position: t.exposeInt("position"),
  }),
});

const SavedViewList = builder.objectRef<Row[]>("SavedViewList").implement({
  fields: (t) => ({ nodes: t.field({ type: [SavedView], resolve: (rows) => rows }) }),
});

const SavedViewsInput = builder.inputType("SavedViewsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const SavedViewCreateInput = builder.inputType("SavedViewCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    name: t.string({ required: true }),
    query: t.string({ required: true }),
    icon: t.string(),
    sort: t.string(),
    isShared: t.boolean({ description: "Everybody's; needs MANAGE_CONVS." }),
  }),
});

const SavedViewPatchInput = builder.inputType("SavedViewPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    name: t.string(),
    query: t.string(),
    icon: t.string(),
    sort: t.string(),
    isShared: t.boolean(),
    isCounted: t.boolean(),
    isDeleted: t.boolean({ description: "False brings a deleted one back." }),
  }),
});

const SavedViewsOrderInput = builder.inputType("SavedViewsOrderInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), ids: t.idList({ required: true }) }),
});

builder.queryField("savedViews", (t) =>
  t.field({
    type: SavedViewList,
    args: { input: t.arg({ type: SavedViewsInput, required: true }) },
    resolve: (_, __, { ctx }) => listSavedViews(ctx),
  }),
);

builder.mutationFields((t) => ({
  createSavedView: t.field({
    type: SavedView,
    args: { input: t.arg({ type: SavedViewCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createSavedView(ctx, input),
  }),
  patchSavedView: t.field({
    type: SavedView,
    args: { input: t.arg({ type: SavedViewPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchSavedView(ctx, input),
  }),
  orderSavedViews: t.field({
    type: SavedViewList,
    args: { input: t.arg({ type: SavedViewsOrderInput, required: true }) },
    resolve: (_, { input }, { ctx }) => orderSavedViews(ctx, input),
  }),
}));
