import { maskedPropertiesOf } from "../assistants/access.ts";
import { createAi } from "../assistants/create-ai.ts";
import { deleteAi } from "../assistants/delete-ai.ts";
import { getAi } from "../assistants/get-ai.ts";
import { listAis } from "../assistants/list-ais.ts";
import { patchAi } from "../assistants/patch-ai.ts";
import { AIType as TYPES } from "../generated/prisma/enums.ts";
import { alongside, assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

export const AIType = builder.enumType("AIType", {
  description:
    "provider_a: a hosted language model (OpenAI-compatible). provider_b: a vector-search provider (Pinecone Assistant).",
  values: Object.values(TYPES),
});

export const AI = builder.prismaObject("Assistant", {
  name: "AI",
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

const AIPage = pageOf(builder, AI);

const { query, mutation } = section(builder, "AI assistants");

query("ais", listAis, {
  type: AIPage,
  inputName: "AIsInput",
  input: (t) => ({
    name: t.string(),
    type: t.field({ type: AIType }),
    first: t.int(),
    after: t.string(),
  }),
  args: (input, context, info) => [input, alongside(context, info)],
  says: "The assistants, newest first.",
  example: { first: 20 },
});

query("ai", getAi, {
  type: AI,
  inputName: "AIInput",
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "One assistant, its secrets masked.",
  example: { id: "AI_ID" },
});

mutation("createAi", createAi, {
  type: AI,
  inputName: "AICreateInput",
  input: (t) => ({
    integrationProperties: t.field({ type: "JSON", required: true }),
    name: t.string({ required: true }),
    type: t.field({ type: AIType, required: true }),
  }),
  says: "Makes an assistant; its secrets are write-only.",
  example: {
    name: "First line",
    type: "provider_a",
    integrationProperties: {
      apiKey: "YOUR_PROVIDER_KEY",
      model: "a-model",
      instructions: "Answer in two sentences.",
    },
  },
});

mutation("patchAi", patchAi, {
  type: AI,
  inputName: "AIPatchInput",
  inputSays: "integrationProperties is a partial update: keys left out stay as they are.",
  input: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    integrationProperties: t.field({ type: "JSON" }),
  }),
  says: "Renames an assistant, or changes some of its integrationProperties.",
  example: { id: "AI_ID", integrationProperties: { instructions: "Answer in one sentence." } },
});

mutation("deleteAi", deleteAi, {
  type: AI,
  inputName: "AIDeleteInput",
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Deletes an assistant; the conversations it holds are handed to agents first.",
  example: { id: "AI_ID" },
});
