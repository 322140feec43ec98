import { bulkAct } from "../bulk/bulk-act.ts";
import { BULK_KINDS, readStored } from "../bulk/read-action.ts";
import { bulkProblemsOf, type BulkProblem as Problem } from "../bulk/bulk-problems-of.ts";
import { cancelBulkAction } from "../bulk/cancel-bulk-action.ts";
import { getBulkAction } from "../bulk/get-bulk-action.ts";
import { obstacleTo, undoBulkAction } from "../bulk/undo-bulk-action.ts";
import { readSaid } from "../read-said.ts";
import { builder } from "./builder.ts";
import { ConvFilterInput } from "./conv-filter.ts";
import { ConvView } from "./conv-rows.ts";
import { inputFields, section } from "./operation.ts";
import { wordingField } from "./wording-field.ts";

const BulkKind = builder.enumType("BulkKind", { values: BULK_KINDS });

const BulkProblem = builder.objectRef<Problem>("BulkProblem").implement({
  fields: (t) => ({
    convId: t.exposeID("convId"),
    clientName: t.exposeString("clientName", {
      description: "Empty for a conversation that is not the caller's to see.",
    }),
    error: t.exposeString("error"),
    errorWording: t.field(wordingField(({ errorSaid }: Problem) => readSaid(errorSaid))),
  }),
});

const BulkAction = builder.prismaObject("BulkAction", {
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.string({
      description: "What is done, as it was asked for; undo: another action is taken back.",
      resolve: ({ action }) => readStored(action).kind,
    }),
    state: t.exposeString("state", { description: "queued, running, completed, cancelled, failed" }),
    totalCount: t.exposeInt("totalCount"),
    doneCount: t.exposeInt("doneCount"),
    failedCount: t.exposeInt("failedCount", { description: "Those that were named and are not there among them." }),
    undoOfId: t.exposeID("undoOfId", { nullable: true }),
    canUndo: t.boolean({ resolve: async (bulk, _, { ctx }) => (await obstacleTo(ctx, bulk)) === null }),
    error: t.exposeString("error", { nullable: true, description: "Why it failed as a whole; null otherwise." }),
    problems: t.field({
      type: [BulkProblem],
      description: "The first 100 conversations that could not be changed.",
      resolve: (bulk, _, { ctx }) => bulkProblemsOf(ctx, bulk),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    completedAt: t.expose("completedAt", { type: "DateTime", nullable: true }),
  }),
});

const BulkDeedInput = builder.inputType("BulkDeedInput", {
  fields: (t) => ({
    kind: t.field({ type: BulkKind, required: true }),
    agentId: t.id({ description: "assign: to this agent; with isAi instead to the AI assistant; neither: to nobody." }),
    isAi: t.boolean(),
    tags: t.stringList({ description: "tag, untag: which are added or taken off." }),
    stageId: t.id({ description: "stage: which; left out: none." }),
    until: t.field({ type: "DateTime", description: "snooze: left out: until the client writes." }),
  }),
});

const { query, mutation } = section(builder, "Conversations");

const bulkAction = inputFields((t) => ({ id: t.id({ required: true }) }));

query("bulkAction", getBulkAction, {
  type: BulkAction,
  input: bulkAction,
  says: "How far a bulk action has come, and what it could not change.",
  example: { id: "BULK_ACTION_ID" },
  signedIn: true,
});

mutation("bulkAct", bulkAct, {
  type: BulkAction,
  inputName: "BulkActInput",
  inputSays: "The named conversations, or all that convRows would list for the same view and filters at this moment.",
  input: (t) => ({
    deed: t.field({ type: BulkDeedInput, required: true }),
    ids: t.idList({ description: "At most 5,000." }),
    view: t.field({ type: ConvView }),
    filter: t.field({ type: ConvFilterInput }),
    search: t.string(),
    integrationId: t.id(),
    tags: t.stringList(),
    stageId: t.id(),
    clientId: t.id(),
  }),
  says: "Does something to many conversations in the background, named or chosen by a view and filters.",
  example: { view: "needsReply", deed: { kind: "tag", tags: ["refund"] } },
  signedIn: true,
});

mutation("cancelBulkAction", cancelBulkAction, {
  type: BulkAction,
  inputName: "BulkActionInput",
  input: bulkAction,
  says: "Stops a bulk action; what is done stays.",
  example: { id: "BULK_ACTION_ID" },
  signedIn: true,
});

mutation("undoBulkAction", undoBulkAction, {
  type: BulkAction,
  inputName: "BulkActionInput",
  input: bulkAction,
  says: "Takes a bulk action back, but for what was changed again since.",
  example: { id: "BULK_ACTION_ID" },
  signedIn: true,
});
