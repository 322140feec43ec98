import { actorId } from "../ctx.ts";
import { createSavedView } from "../views/create-saved-view.ts";
import { listSavedViews } from "../views/list-saved-views.ts";
import { orderSavedViews } from "../views/order-saved-views.ts";
import { patchSavedView } from "../views/patch-saved-view.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const SavedView = builder.prismaObject("SavedView", {
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

const SavedViewList = listOf(builder, SavedView);

const { query, mutation } = section(builder, "Conversations");

query("savedViews", listSavedViews, {
  type: SavedViewList,
  says: "The caller's saved views of the inbox, and everybody's.",
  example: {},
  signedIn: true,
});

mutation("createSavedView", createSavedView, {
  type: SavedView,
  input: (t) => ({
    name: t.string({ required: true }),
    query: t.string({ required: true }),
    icon: t.string(),
    sort: t.string(),
    isShared: t.boolean({ description: "Everybody's; needs MANAGE_CONVS." }),
  }),
  says: "Keeps a filter of the inbox under a name, for the caller or for everybody.",
  example: { name: "VIPs that wait", query: "tag:vip is:waiting", sort: "oldestWaiting" },
  signedIn: true,
});

mutation("patchSavedView", patchSavedView, {
  type: SavedView,
  input: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    query: t.string(),
    icon: t.string(),
    sort: t.string(),
    isShared: t.boolean(),
    isCounted: t.boolean(),
    isDeleted: t.boolean({ description: "False brings a deleted one back." }),
  }),
  says: "Renames or changes a saved view, deletes it, or brings a deleted one back.",
  example: { id: "SAVED_VIEW_ID", name: "Important" },
  signedIn: true,
});

mutation("orderSavedViews", orderSavedViews, {
  type: SavedViewList,
  input: (t) => ({ ids: t.idList({ required: true }) }),
  says: "Puts saved views into an order.",
  example: { ids: ["SAVED_VIEW_ID"] },
  signedIn: true,
});
