import { SPAN } from "../span.ts";
import { BULK_ACTION } from "./inbox-mutations.ts";
import type { Expectation } from "./expectation.ts";
import { SEGMENTS, TEMPLATE } from "./template.ts";

const none = () => ({});
const CONV = { convId: ["conv", "NOT_FOUND"] } as const;
const PAGE = { after: ["cursor", "own"] } as const;

/** Queries of POST /core/gq. */
export const CORE_QUERIES = {
  bulkAction: BULK_ACTION,
  cannedReplies: { input: none },
  convLanguage: {
    input: ({ ids }) => ({ convId: ids.conv, among: ["en", "de"] }),
    ids: CONV,
  },
  drafts: {
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: CONV,
    withoutPerson: "NOT_FOUND",
  },
  pinnedNotes: {
    input: async ({ ids, newPinnedNote }) => {
      await newPinnedNote(ids.conv);
      return { convId: ids.conv };
    },
    ids: CONV,
  },
  scheduledMessages: {
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: CONV,
  },
  unsentMessages: { input: none, withoutPerson: "NOT_FOUND" },
  agents: {
    input: none,
    ids: { conversationId: ["conv", "empty"], ...PAGE },
  },
  agentsReport: {
    input: () => SPAN,
    ids: { agentId: ["agent", "empty"] },
  },
  apiKeys: { input: none },
  ssoDomains: { input: none },
  broadcast: {
    input: ({ ids }) => ({ id: ids.broadcast }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  broadcastAudience: {
    input: ({ ids }) => ({ integrationId: ids.integration, ...TEMPLATE }),
    ids: {
      id: ["broadcast", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
      ...SEGMENTS,
      ...PAGE,
    },
    insteadOf: { id: ["integrationId", ...Object.keys(TEMPLATE)] },
    json: { templateComponents: [] },
  },
  broadcastPreflight: {
    input: ({ ids }) => ({ integrationId: ids.integration, ...TEMPLATE }),
    ids: {
      id: ["broadcast", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
      ...SEGMENTS,
    },
    insteadOf: { id: ["integrationId", ...Object.keys(TEMPLATE)] },
    json: { templateComponents: [] },
  },
  broadcastRecipients: {
    input: ({ ids }) => ({ broadcastId: ids.broadcast }),
    ids: { broadcastId: ["broadcast", "NOT_FOUND"], ...PAGE },
  },
  broadcastReport: {
    input: () => SPAN,
    ids: { integrationId: ["integration", "empty"] },
  },
  broadcasts: {
    input: none,
    ids: { integrationId: ["integration", "empty"], ...PAGE },
  },
  auditEntries: {
    input: none,
    ids: { actorId: ["user", "empty"], targetId: ["apiKey", "empty"], ...PAGE },
  },
  sessions: { input: none, withoutPerson: "NOT_FOUND" },
  twoFactor: { input: none, withoutPerson: "NOT_FOUND" },
  bulkImportJob: {
    input: ({ ids }) => ({ jobId: ids.importJob }),
    ids: { jobId: ["importJob", "NOT_FOUND"] },
  },
  bulkImportJobs: { input: none, ids: PAGE },
  channelCapabilities: { input: none },
  channelsReport: { input: () => ({ timeZone: "UTC" }) },
  channelSignIn: { input: () => ({ type: "WHATSAPP" }), withoutPerson: "FORBIDDEN_ROLE" },
  channelSetup: {
    input: ({ ids }) => ({ id: ids.integration }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  client: {
    input: ({ ids }) => ({ id: ids.client }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  clients: {
    input: none,
    ids: {
      conversationId: ["conv", "empty"],
      externalClientId: ["externalClientId", "empty"],
      stageId: ["clientStage", "empty"],
      "ids.0": ["client", "empty"],
      defaultAgentId: ["agent", "empty"],
      integrationId: ["integration", "empty"],
      segmentId: ["segment", "NOT_FOUND"],
      ...PAGE,
    },
  },
  clientDataRequests: {
    input: ({ ids }) => ({ clientId: ids.client }),
    ids: { clientId: ["client", "NOT_FOUND"] },
  },
  clientMerges: {
    input: ({ ids }) => ({ clientId: ids.mergedClient }),
    ids: { clientId: ["mergedClient", "NOT_FOUND"] },
  },
  clientTimeline: {
    input: ({ ids }) => ({ clientId: ids.client }),
    ids: { clientId: ["client", "NOT_FOUND"], ...PAGE },
  },
  conv: {
    input: ({ ids }) => ({ id: ids.conv }),
    ids: { id: ["conv", "NOT_FOUND"] },
  },
  conversationsReport: {
    input: () => ({
      ...SPAN,
      interval: "month",
      timeZone: "UTC",
    }),
    ids: { integrationId: ["integration", "empty"] },
  },
  convFacts: {
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: CONV,
  },
  convLastMessage: {
    input: ({ ids }) => ({ convId: ids.conv }),
    ids: CONV,
  },
  convRows: {
    input: none,
    ids: {
      "ids.0": ["conv", "empty"],
      integrationId: ["integration", "empty"],
      stageId: ["convStage", "empty"],
      clientId: ["client", "empty"],
      ...PAGE,
    },
  },
  convViewCounts: { input: none },
  convs: {
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
  creditAccount: { input: none },
  creditEntries: {
    input: none,
    ids: { messageId: ["creditedMessage", "empty"], ...PAGE },
  },
  creditPacks: { input: none },
  events: {
    input: () => ({ first: 1 }),
    ids: { after: ["logCursor", "own"] },
  },
  integrations: { input: none },
  invitations: { input: none },
  members: { input: none },
  messageAttempts: {
    input: ({ ids }) => ({ messageId: ids.failedMessage }),
    ids: { messageId: ["failedMessage", "NOT_FOUND"] },
  },
  messagesAround: {
    input: ({ ids }) => ({ convId: ids.conv, messageId: ids.message, before: 1, after: 1 }),
    ids: { convId: ["conv", "NOT_FOUND"], messageId: ["message", "NOT_FOUND"] },
  },
  messageVersions: {
    input: ({ ids }) => ({ messageId: ids.message }),
    ids: { messageId: ["message", "NOT_FOUND"] },
  },
  messages: {
    input: none,
    ids: {
      convId: ["conv", "empty"],
      clientId: ["client", "empty"],
      assigneeId: ["agent", "empty"],
      ...PAGE,
    },
  },
  openConversationsNeedResponseCount: { input: none },
  possibleDuplicates: {
    input: ({ ids }) => ({ clientId: ids.mergedClient }),
    ids: { clientId: ["mergedClient", "NOT_FOUND"] },
  },
  savedViews: { input: none, withoutPerson: "NOT_FOUND" },
  searchInbox: {
    input: ({ mark }) => ({ text: mark }),
    ids: CONV,
  },
  segments: { input: none },
  tags: { input: none },
  validateBulkImportContacts: {
    input: ({ ids }) => ({ fileName: ids.importFile }),
    ids: { fileName: ["importFile", "NOT_FOUND"] },
  },
  viewer: { input: none },
  wabaMessageTemplates: {
    input: ({ ids }) => ({ integrationId: ids.whatsapp }),
    ids: { integrationId: ["whatsapp", "NOT_FOUND"] },
  },
  webchatSettings: {
    input: ({ ids }) => ({ integrationId: ids.webchat }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  webhookAttempts: {
    input: ({ ids }) => ({ deliveryId: ids.delivery }),
    ids: { deliveryId: ["delivery", "NOT_FOUND"] },
  },
  webhookDeliveries: {
    input: ({ ids }) => ({ webhookId: ids.webhook }),
    ids: { webhookId: ["webhook", "NOT_FOUND"], ...PAGE },
  },
  webhooks: { input: none },
  workspaceSettings: { input: none },
} satisfies Record<string, Expectation>;
