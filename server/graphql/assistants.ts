import { maskedPropertiesOf } from "../assistants/access.ts";
import { createAi } from "../assistants/create-ai.ts";
import { deleteAi } from "../assistants/delete-ai.ts";
import { getAi } from "../assistants/get-ai.ts";
import { listAis } from "../assistants/list-ais.ts";
import { patchAi } from "../assistants/patch-ai.ts";
import type { Assistant } from "../generated/prisma/client.ts";
import { AIType as TYPES } from "../generated/prisma/enums.ts";
import type { Page } from "../page.ts";
import { assistantBuilder as builder, needs } from "./builder.ts";
import { AssistantPageInfo } from "./page-info.ts";

export const AIType = builder.enumType("AIType", {
  description:
    "provider_a: a hosted language model (OpenAI-compatible). provider_b: a vector-search provider (Pinecone Assistant).",
  values: Object.values(TYPES),
});

export const AI = builder.objectRef<Assistant>("AI").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    workspaceId: t.exposeInt("workspaceId"),
    name: t.exposeString("name"),
    type: t.expose("type", { type: AIType }),
    integrationProperties: t.field({
      type: "JSON",
      description: "Secrets in it come back masked, in the answers of createAi and patchAi too: they are write-only.",
      resolve: (ai) => maskedPropertiesOf(ai),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
  }),
});

const AIPage = builder.objectRef<Page<Assistant>>("AIPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [AI], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: AssistantPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const AIInput = builder.inputType("AIInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const AIsInput = builder.inputType("AIsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    name: t.string(),
    type: t.field({ type: AIType }),
    first: t.int(),
    after: t.string(),
  }),
});

const AICreateInput = builder.inputType("AICreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationProperties: t.field({ type: "JSON", required: true }),
    name: t.string({ required: true }),
    type: t.field({ type: AIType, required: true }),
  }),
});

const AIPatchInput = builder.inputType("AIPatchInput", {
  description: "integrationProperties is a partial update: keys left out stay as they are.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    name: t.string(),
    integrationProperties: t.field({ type: "JSON" }),
  }),
});

const AIDeleteInput = builder.inputType("AIDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

builder.queryField("ais", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AIPage,
    args: { input: t.arg({ type: AIsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listAis(ctx, input),
  }),
);

builder.queryField("ai", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AI,
    args: { input: t.arg({ type: AIInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getAi(ctx, input),
  }),
);

builder.mutationField("createAi", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AI,
    args: { input: t.arg({ type: AICreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createAi(ctx, input),
  }),
);

builder.mutationField("patchAi", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AI,
    args: { input: t.arg({ type: AIPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchAi(ctx, input),
  }),
);

builder.mutationField("deleteAi", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AI,
    args: { input: t.arg({ type: AIDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deleteAi(ctx, input),
  }),
);
