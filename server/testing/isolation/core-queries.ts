import { SPAN } from "../span.ts";
import { BULK_QUERIES } from "./bulk-operations.ts";
import { COMPOSER_QUERIES } from "./composer-operations.ts";
import type { Expectation } from "./expectation.ts";
import { TEMPLATE } from "./template.ts";

const none = () => ({});
const PAGE = { after: ["cursor", "own"] } as const;

/** Queries of POST /core/gq. */
export const CORE_QUERIES = {
  ...BULK_QUERIES,
  ...COMPOSER_QUERIES,
  agents: {
    right: "anyone",
    input: none,
    ids: { conversationId: ["conv", "empty"], ...PAGE },
  },
  agentsReport: {
    right: "MANAGE_CONVS",
    input: () => SPAN,
    ids: { agentId: ["agent", "empty"] },
  },
  apiKeys: { right: "MANAGE_WORKSPACE", input: none },
  broadcast: {
    right: "MANAGE_BROADCASTS",
    input: ({ ids }) => ({ id: ids.broadcast }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  broadcastAudience: {
    right: "MANAGE_BROADCASTS",
    input: ({ ids }) => ({ integrationId: ids.integration, ...TEMPLATE }),
    ids: {
      id: ["broadcast", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
      ...PAGE,
    },
    insteadOf: { id: ["integrationId", ...Object.keys(TEMPLATE)] },
    json: { templateComponents: [] },
  },
  broadcastPreflight: {
    right: "MANAGE_BROADCASTS",
    input: ({ ids }) => ({ integrationId: ids.integration, ...TEMPLATE }),
    ids: {
      id: ["broadcast", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
    },
    insteadOf: { id: ["integrationId", ...Object.keys(TEMPLATE)] },
    json: { templateComponents: [] },
  },
  broadcastRecipients: {
    right: "MANAGE_BROADCASTS",
    input: ({ ids }) => ({ broadcastId: ids.broadcast }),
    ids: { broadcastId: ["broadcast", "NOT_FOUND"], ...PAGE },
  },
  broadcastReport: {
    right: "MANAGE_BROADCASTS",
    input: () => SPAN,
    ids: { integrationId: ["integration", "empty"] },
  },
  broadcasts: {
    right: "MANAGE_BROADCASTS",
    input: none,
    ids: { integrationId: ["integration", "empty"], ...PAGE },
  },
  auditEntries: {
    right: "MANAGE_WORKSPACE",
    input: none,
    ids: { actorId: ["user", "empty"], targetId: ["apiKey", "empty"], ...PAGE },
  },
  sessions: { right: "anyone", input: none, withoutPerson: "NOT_FOUND" },
  twoFactor: { right: "anyone", input: none, withoutPerson: "NOT_FOUND" },
  bulkImportJob: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ jobId: ids.importJob }),
    ids: { jobId: ["importJob", "NOT_FOUND"] },
  },
  bulkImportJobs: { right: "MANAGE_WORKSPACE", input: none, ids: PAGE },
  channelCapabilities: { right: "anyone", input: none },
  channelSetup: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.integration }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  client: {
    right: "anyone",
    input: ({ ids }) => ({ id: ids.client }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  clients: {
    right: "anyone",
    input: none,
    ids: {
      conversationId: ["conv", "empty"],
      externalClientId: ["externalClientId", "empty"],
      stageId: ["clientStage", "empty"],
      "ids.0": ["client", "empty"],
      defaultAgentId: ["agent", "empty"],
      integrationId: ["integration", "empty"],
      ...PAGE,
    },
  },
  clientDataRequests: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ clientId: ids.client }),
    ids: { clientId: ["client", "NOT_FOUND"] },
  },
  clientMerges: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({ clientId: ids.mergedClient }),
    ids: { clientId: ["mergedClient", "NOT_FOUND"] },
  },
  clientTimeline: {
    right: "anyone",
    input: ({ ids }) => ({ clientId: ids.client }),
    ids: { clientId: ["client", "NOT_FOUND"], ...PAGE },
  },
  conv: {
    right: "anyone",
    input: ({ ids }) => ({ id: ids.conv }),
    ids: { id: ["conv", "NOT_FOUND"] },
  },
  conversationsReport: {
    right: "MANAGE_CONVS",
    input: () => ({
      ...SPAN,
      interval: "month",
      timeZone: "UTC",
    }),
    ids: { integrationId: ["integration", "empty"] },
  },
  convFacts: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: { convId: ["conv", "NOT_FOUND"] },
  },
  convLastMessage: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: { convId: ["conv", "NOT_FOUND"] },
  },
  convRows: {
    right: "anyone",
    input: none,
    ids: {
      "ids.0": ["conv", "empty"],
      integrationId: ["integration", "empty"],
      stageId: ["convStage", "empty"],
      clientId: ["client", "empty"],
      ...PAGE,
    },
  },
  convViewCounts: { right: "anyone", input: none },
  convs: {
    right: "anyone",
    input: none,
    ids: {
      integrationId: ["integration", "empty"],
      clientId: ["client", "empty"],
      assigneeId: ["agent", "empty"],
      stageId: ["convStage", "empty"],
      externalConversationId: ["externalConversationId", "empty"],
      aiId: ["assistant", "empty"],
      ...PAGE,
    },
  },
  creditAccount: { right: "MANAGE_WORKSPACE", input: none, plan: "GATEWAY" },
  creditEntries: {
    right: "MANAGE_WORKSPACE",
    input: none,
    ids: { messageId: ["creditedMessage", "empty"], ...PAGE },
    plan: "GATEWAY",
  },
  creditPacks: { right: "MANAGE_WORKSPACE", input: none, plan: "GATEWAY" },
  events: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ first: 1 }),
    ids: { after: ["logCursor", "own"] },
  },
  integrations: { right: "anyone", input: none },
  invitations: { right: "MANAGE_WORKSPACE", input: none },
  members: { right: "MANAGE_WORKSPACE", input: none },
  messageAttempts: {
    right: "anyone",
    input: ({ ids }) => ({ messageId: ids.failedMessage }),
    ids: { messageId: ["failedMessage", "NOT_FOUND"] },
  },
  messagesAround: {
    right: "anyone",
    input: ({ ids }) => ({ convId: ids.conv, messageId: ids.message, before: 1, after: 1 }),
    ids: { convId: ["conv", "NOT_FOUND"], messageId: ["message", "NOT_FOUND"] },
  },
  messageVersions: {
    right: "anyone",
    input: ({ ids }) => ({ messageId: ids.message }),
    ids: { messageId: ["message", "NOT_FOUND"] },
  },
  messages: {
    right: "anyone",
    input: none,
    ids: {
      convId: ["conv", "empty"],
      clientId: ["client", "empty"],
      assigneeId: ["agent", "empty"],
      ...PAGE,
    },
  },
  openConversationsNeedResponseCount: { right: "anyone", input: none },
  possibleDuplicates: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({ clientId: ids.mergedClient }),
    ids: { clientId: ["mergedClient", "NOT_FOUND"] },
  },
  savedViews: { right: "anyone", input: none, withoutPerson: "NOT_FOUND" },
  searchInbox: {
    right: "anyone",
    input: ({ mark }) => ({ text: mark }),
    ids: { convId: ["conv", "NOT_FOUND"] },
  },
  tags: { right: "anyone", input: none },
  validateBulkImportContacts: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ fileName: ids.importFile }),
    ids: { fileName: ["importFile", "NOT_FOUND"] },
  },
  viewer: { right: "anyone", input: none },
  wabaMessageTemplates: {
    right: "anyone",
    input: ({ ids }) => ({ integrationId: ids.whatsapp }),
    ids: { integrationId: ["whatsapp", "NOT_FOUND"] },
  },
  webchatSettings: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ integrationId: ids.webchat }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  webhookDeliveries: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ webhookId: ids.webhook }),
    ids: { webhookId: ["webhook", "NOT_FOUND"], ...PAGE },
  },
  webhooks: { right: "MANAGE_WORKSPACE", input: none },
  workspaceSettings: { right: "anyone", input: none },
} satisfies Record<string, Expectation>;
