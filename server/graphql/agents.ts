import type { AgentRow } from "../agents/agent-row.ts";
import { agentsReport } from "../agents/agents-report.ts";
import type { AgentReport as AgentReportRow } from "../agents/agents-report.ts";
import { createAgent } from "../agents/create-agent.ts";
import { listAgents } from "../agents/list-agents.ts";
import { patchAgent } from "../agents/patch-agent.ts";
import type { Page } from "../page.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, needs } from "./builder.ts";
import { PageInfo } from "./page-info.ts";
import { RatingCount } from "./rating-count.ts";

export const Agent = builder.objectRef<AgentRow>("Agent").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    userId: t.exposeString("userId"),
    name: t.exposeString("name"),
    surname: t.exposeString("surname", { nullable: true }),
    email: t.exposeString("email", { description: "Empty string for agents that exist only for an API key." }),
    avatar: t.exposeString("avatar", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    isOnline: t.exposeBoolean("isOnline", {
      description: "The agent's portal gave a sign of life within the last minute.",
    }),
    isAvailable: t.exposeBoolean("isAvailable", { description: "Takes new conversations by AUTO." }),
    openConversations: t.int({ resolve: (agent) => agent.openConversations() }),
  }),
});

const AgentPage = builder.objectRef<Page<AgentRow>>("AgentPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [Agent], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const AgentsInput = builder.inputType("AgentsInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    conversationId: t.string(),
    name: t.string(),
    surname: t.string(),
    email: t.string(),
    first: t.int(),
    after: t.string(),
  }),
});

const AgentCreateInput = builder.inputType("AgentCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    userId: t.string({ required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
    email: t.string({ required: true }),
  }),
});

const AgentPatchInput = builder.inputType("AgentPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    id: t.id({ required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
  }),
});

builder.queryField("agents", (t) =>
  t.field({
    type: AgentPage,
    args: { input: t.arg({ type: AgentsInput, required: true }) },
    resolve: (_, { input: { conversationId, ...input } }, { ctx }) =>
      listAgents(ctx, { ...input, conversationId: conversationId == null ? null : idOrNil(conversationId) }),
  }),
);

const AgentReport = builder.objectRef<AgentReportRow>("AgentReport").implement({
  fields: (t) => ({
    agentId: t.exposeID("agentId"),
    name: t.exposeString("name"),
    surname: t.exposeString("surname", { nullable: true }),
    assignedCount: t.exposeInt("assignedCount", {
      description: "Conversations that were given to the agent in the period, each once.",
    }),
    endedCount: t.exposeInt("endedCount", {
      description: "Conversations that ended in the period while they were the agent's.",
    }),
    messageCount: t.exposeInt("messageCount", { description: "Messages the agent sent in the period, without notes." }),
    firstResponseSecondsAvg: t.exposeFloat("firstResponseSecondsAvg", {
      nullable: true,
      description: "Seconds from the client's message to the agent's first answer; null when there was none.",
    }),
    resolutionSecondsAvg: t.exposeFloat("resolutionSecondsAvg", {
      nullable: true,
      description: "Seconds from opening to ending; null when none ended.",
    }),
    ratingAvg: t.exposeFloat("ratingAvg", { nullable: true }),
    ratingCount: t.exposeInt("ratingCount"),
    ratings: t.expose("ratings", {
      type: [RatingCount],
      description: "How many clients gave each rating, the lowest first.",
    }),
  }),
});

const AgentReportList = builder.objectRef<AgentReportRow[]>("AgentReportList").implement({
  fields: (t) => ({ nodes: t.field({ type: [AgentReport], resolve: (rows) => rows }) }),
});

const AgentsReportInput = builder.inputType("AgentsReportInput", {
  description: "The period from startDate, inclusive, to endDate, exclusive.",
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    startDate: t.field({ type: "DateTime", required: true }),
    endDate: t.field({ type: "DateTime", required: true }),
    agentId: t.id(),
  }),
});

builder.queryField("agentsReport", (t) =>
  t.field({
    ...needs("MANAGE_CONVS"),
    type: AgentReportList,
    args: { input: t.arg({ type: AgentsReportInput, required: true }) },
    resolve: (_, { input }, { ctx }) => agentsReport(ctx, input),
  }),
);

builder.mutationField("createAgent", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Agent,
    args: { input: t.arg({ type: AgentCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createAgent(ctx, input),
  }),
);

builder.mutationField("patchAgent", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Agent,
    args: { input: t.arg({ type: AgentPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchAgent(ctx, input),
  }),
);
