import { isOnlineAt } from "../agents/take-online-agent.ts";
import { agentsReport, type AgentReport as AgentReportRow } from "../agents/agents-report.ts";
import { createAgent } from "../agents/create-agent.ts";
import { listAgents } from "../agents/list-agents.ts";
import { patchAgent } from "../agents/patch-agent.ts";
import { idOrNil } from "../text-rules.ts";
import { alongside, builder } from "./builder.ts";
import { section } from "./operation.ts";
import { RatingCount } from "./rating-count.ts";
import { listOf, pageOf } from "./pages.ts";

export const Agent = builder.prismaObject("Agent", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    userId: t.exposeString("userId"),
    name: t.exposeString("name"),
    surname: t.exposeString("surname", { nullable: true }),
    email: t.exposeString("email", { description: "Empty string for agents that exist only for an API key." }),
    avatar: t.exposeString("avatar", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    isOnline: t.boolean({
      description: "The agent's portal gave a sign of life within the last minute.",
      resolve: (agent, _, { ctx }) => isOnlineAt(agent, ctx.now),
    }),
    isAvailable: t.exposeBoolean("isAvailable", { description: "Takes new conversations by AUTO." }),
    openConversations: t.relationCount("conversations", { where: { ended: false } }),
  }),
});

const AgentPage = pageOf(builder, Agent);

const { query, mutation } = section(builder, "Agents");

query("agents", listAgents, {
  type: AgentPage,
  input: (t) => ({
    conversationId: t.string(),
    name: t.string(),
    surname: t.string(),
    email: t.string(),
    first: t.int(),
    after: t.string(),
  }),
  says: "The agents, newest first.",
  example: { name: "an", first: 20 },
  args: ({ conversationId, ...input }, context, info) => [
    { ...input, conversationId: conversationId == null ? null : idOrNil(conversationId) },
    alongside(context, info),
  ],
});

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

const AgentReportList = listOf(builder, AgentReport);

query("agentsReport", agentsReport, {
  type: AgentReportList,
  inputSays: "The period from startDate, inclusive, to endDate, exclusive.",
  input: (t) => ({
    startDate: t.field({ type: "DateTime", required: true }),
    endDate: t.field({ type: "DateTime", required: true }),
    agentId: t.id(),
  }),
  says: "What each agent did in a period: conversations, messages, speed, ratings.",
  example: { startDate: "2026-11-01T00:00:00Z", endDate: "2026-12-01T00:00:00Z" },
});

mutation("createAgent", createAgent, {
  type: Agent,
  input: (t) => ({
    userId: t.string({ required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
    email: t.string({ required: true }),
  }),
  says: "Makes an agent for a user; a user has at most one per workspace.",
  example: { userId: "USER_ID", name: "Ana", surname: "Silva", email: "ana@example.com" },
});

mutation("patchAgent", patchAgent, {
  type: Agent,
  input: (t) => ({
    id: t.id({ required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
  }),
  says: "Renames an agent.",
  example: { id: "AGENT_ID", name: "Anna" },
});
