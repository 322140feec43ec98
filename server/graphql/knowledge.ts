import { listAiPassages, type PassageView } from "../assistants/knowledge/list-ai-passages.ts";
import { listAiSources } from "../assistants/knowledge/list-ai-sources.ts";
import { refreshAiSource } from "../assistants/knowledge/refresh-sources.ts";
import { sourceFacts } from "../assistants/knowledge/source-facts.ts";
import type { KnowledgeSource } from "../generated/prisma/client.ts";
import { readSaid } from "../read-said.ts";
import { assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";
import { listOf, pageOf } from "./pages.ts";

const AISource = builder.prismaObject("KnowledgeSource", {
  name: "AISource",
  description: "A file, a text page or a site that a built-in assistant answers from.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.exposeString("kind", { description: "file, text, site" }),
    title: t.exposeString("title"),
    url: t.exposeString("url", { nullable: true }),
    fileName: t.exposeString("uploadName", { nullable: true, description: "Of the upload." }),
    state: t.exposeString("state", {
      description: "waiting, reading, ready, failed. What was read before is answered from in each of them.",
    }),
    error: t.exposeString("error", { nullable: true, description: "Why the last reading failed, as a clause." }),
    errorWording: t.field(wordingField(({ errorSaid }: KnowledgeSource) => readSaid(errorSaid))),
    failingSince: t.expose("failingSince", { type: "DateTime", nullable: true }),
    passageCount: t.int({ resolve: async (row, _, { ctx }) => (await sourceFacts(ctx, row)).passageCount }),
    pageCount: t.int({
      description: "Pages of a site.",
      resolve: async (row, _, { ctx }) => (await sourceFacts(ctx, row)).pageCount,
    }),
    embeddedCount: t.int({
      nullable: true,
      description:
        "Passages that are found by their meaning as well as by their words; empty: this deployment has no model of embeddings.",
      resolve: async (row, _, { ctx }) => (await sourceFacts(ctx, row)).embeddedCount,
    }),
    fetchedAt: t.expose("fetchedAt", { type: "DateTime", nullable: true, description: "The last good reading." }),
    nextFetchAt: t.expose("nextFetchAt", {
      type: "DateTime",
      nullable: true,
      description: "A site is read again once a day.",
    }),
    changedAt: t.expose("changedAt", { type: "DateTime", nullable: true, description: "When its text last changed." }),
    lastChange: t.expose("lastChange", {
      type: "JSON",
      nullable: true,
      description: "Of a site: `{added, changed, gone}`, lists of addresses.",
    }),
    livePosition: t.int({
      nullable: true,
      description: "Its place among the sources of what is live, from 0; empty: it is none of them.",
      resolve: async (row, _, { ctx }) => (await sourceFacts(ctx, row)).livePosition,
    }),
    draftPosition: t.int({
      nullable: true,
      description: "The same of the draft.",
      resolve: async (row, _, { ctx }) => (await sourceFacts(ctx, row)).draftPosition,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const AISourceList = listOf(builder, AISource);

const AIPassage = builder.objectRef<PassageView>("AIPassage").implement({
  description: "A stretch of a source, as it is searched and shown.",
  fields: (t) => ({
    id: t.exposeID("id"),
    position: t.exposeInt("position"),
    heading: t.exposeString("heading", { nullable: true, description: "The headings above it: Returns › Costs." }),
    content: t.exposeString("content"),
    language: t.exposeString("language", { description: "As Postgres calls it; simple: none that it knows." }),
    pageUrl: t.exposeString("pageUrl", { nullable: true }),
  }),
});

const AIPassagePage = pageOf(builder, AIPassage);

const { query, mutation } = section(builder, "Knowledge of assistants");

query("aiSources", listAiSources, {
  type: AISourceList,
  inputName: "AISourcesInput",
  input: (t) => ({ aiId: t.id({ required: true }) }),
  says: "What a built-in assistant answers from, and what came of reading it.",
  example: { aiId: "AI_ID" },
});

query("aiPassages", listAiPassages, {
  type: AIPassagePage,
  inputName: "AIPassagesInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    sourceId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
  says: "What was read of a source, in reading order, as it is searched.",
  example: { aiId: "AI_ID", sourceId: "AI_SOURCE_ID", first: 20 },
});

mutation("refreshAiSource", refreshAiSource, {
  type: AISource,
  inputName: "AISourceRefreshInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    sourceId: t.id({ required: true }),
  }),
  says: "Has a source read again now; what was read before is answered from until then.",
  example: { aiId: "AI_ID", sourceId: "AI_SOURCE_ID" },
});
