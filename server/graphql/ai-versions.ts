import { checkAi } from "../assistants/versions/check-ai.ts";
import { discardAiDraft } from "../assistants/versions/discard-ai-draft.ts";
import { listAiVersions } from "../assistants/versions/list-ai-versions.ts";
import { publishAi } from "../assistants/versions/publish-ai.ts";
import { restoreAiVersion } from "../assistants/versions/restore-ai-version.ts";
import { saveAiDraft } from "../assistants/versions/save-ai-draft.ts";
import { setAiGate } from "../assistants/versions/set-ai-gate.ts";
import { maskedPropertiesOfVersion, nameOfAuthor, scoreOfVersion } from "../assistants/versions/version-view.ts";
import { AIVersionState as STATES } from "../generated/prisma/enums.ts";
import { AI } from "./assistants.ts";
import { assistantBuilder as builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

const AIVersionState = builder.enumType("AIVersionState", {
  description: "past: it was live, or a draft that was given up (then publishedAt is empty).",
  values: Object.values(STATES),
});

const AIVersion = builder.prismaObject("AssistantVersion", {
  name: "AIVersion",
  description: "integrationProperties of an assistant as they were saved.",
  fields: (t) => ({
    id: t.exposeID("id"),
    number: t.exposeInt("number", { description: "In the order in which versions came about." }),
    state: t.expose("state", { type: AIVersionState }),
    note: t.exposeString("note", { nullable: true }),
    integrationProperties: t.field({
      type: "JSON",
      description: "Secrets in it come back masked.",
      resolve: (version) => maskedPropertiesOfVersion(version),
    }),
    createdBy: t.exposeString("createdBy", { description: "The id of a user or key, or SYSTEM." }),
    createdByName: t.string({ nullable: true, resolve: (version, _, { ctx }) => nameOfAuthor(ctx, version) }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    patchedAt: t.expose("patchedAt", { type: "DateTime", nullable: true }),
    publishedAt: t.expose("publishedAt", { type: "DateTime", nullable: true }),
    score: t.int({
      nullable: true,
      description: "Per cent of the golden questions that exactly these properties passed in their last completed run.",
      resolve: (version, _, { ctx }) => scoreOfVersion(ctx, version),
    }),
  }),
});

const AIVersionPage = pageOf(builder, AIVersion);

builder.prismaObjectFields(AI, (t) => ({
  versionNumber: t.exposeInt("versionNumber", {
    description: "Of the version that is live; 0: from before versions were kept.",
  }),
  gateScore: t.exposeInt("gateScore", {
    nullable: true,
    description: "Per cent of the golden questions that a draft must pass to go live; empty: no gate.",
  }),
  draft: t.field({
    type: AIVersion,
    nullable: true,
    description: "What is prepared to go live.",
    select: { versions: { where: { state: "draft" } } },
    resolve: ({ versions }) => versions[0] ?? null,
  }),
}));

const AICheck = builder.objectRef<{ isGood: boolean; message: string }>("AICheck").implement({
  fields: (t) => ({
    isGood: t.exposeBoolean("isGood"),
    message: t.exposeString("message", { description: "A sentence for people." }),
  }),
});

const { query, mutation } = section(builder, "Versions of assistants");

query("aiVersions", listAiVersions, {
  type: AIVersionPage,
  inputName: "AIVersionsInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    first: t.int(),
    after: t.string(),
  }),
  says: "An assistant's versions, newest first: the draft, what is live, and what was.",
  example: { aiId: "AI_ID", first: 20 },
});

mutation("saveAiDraft", saveAiDraft, {
  type: AIVersion,
  inputName: "AIDraftInput",
  inputSays:
    "integrationProperties is a partial update, as in AIPatchInput, of the draft if there is one, else of what is live.",
  input: (t) => ({
    aiId: t.id({ required: true }),
    integrationProperties: t.field({ type: "JSON", required: true }),
    note: t.string(),
  }),
  says: "Prepares changes of integrationProperties without touching what is live.",
  example: {
    aiId: "AI_ID",
    integrationProperties: { instructions: "Answer in one sentence." },
    note: "Shorter answers",
  },
});

mutation("discardAiDraft", discardAiDraft, {
  type: AIVersion,
  inputName: "AIDraftDiscardInput",
  input: (t) => ({ aiId: t.id({ required: true }) }),
  says: "Gives the draft up; it can be restored.",
  example: { aiId: "AI_ID" },
});

mutation("publishAi", publishAi, {
  type: AI,
  inputName: "AIPublishInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    note: t.string({ description: "Left out: the draft's own stays." }),
  }),
  says: "The draft goes live; where a gate is set, a conflict says what it misses.",
  example: { aiId: "AI_ID", note: "Shorter answers" },
});

mutation("restoreAiVersion", restoreAiVersion, {
  type: AIVersion,
  inputName: "AIVersionRestoreInput",
  inputSays: "A draft that there is is given up for the restored one.",
  input: (t) => ({
    aiId: t.id({ required: true }),
    versionId: t.id({ required: true }),
  }),
  says: "Makes a draft of what an earlier version was.",
  example: { aiId: "AI_ID", versionId: "VERSION_ID" },
});

mutation("setAiGate", setAiGate, {
  type: AI,
  inputName: "AIGateInput",
  input: (t) => ({
    aiId: t.id({ required: true }),
    score: t.int({ description: "Per cent, 1 to 100; null takes the gate off." }),
  }),
  says: "How much of its golden questions a draft must pass to go live; patchAi then leaves the properties alone.",
  example: { aiId: "AI_ID", score: 90 },
});

mutation("checkAi", checkAi, {
  type: AICheck,
  inputName: "AICheckInput",
  input: (t) => ({
    id: t.id({ required: true }),
    versionId: t.id({ description: "Left out: what is live." }),
  }),
  says: "Tries an assistant's settings by asking it something, once.",
  example: { id: "AI_ID" },
});
