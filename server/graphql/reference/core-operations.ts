import type { OperationTable } from "./operation-words.ts";

const KEYS: OperationTable = {
  apiKeys: {
    section: "API keys",
    summary: "The workspace's keys, with their secrets masked.",
    input: { label: "shop" },
  },
  genApiKey: {
    section: "API keys",
    summary: "Makes a key, for the whole workspace or for one agent; its secret stands in this answer only.",
    input: { label: "Web shop" },
  },
  deleteApiKey: {
    section: "API keys",
    summary: "Revokes a key; it stops within a second, on every door.",
    input: { id: "API_KEY_ID" },
  },
  createAgentWithApiKey: {
    section: "API keys",
    summary: "Makes an agent and a key linked to it, both or neither.",
    input: { name: "Order bot", surname: "Nights", apiKeyLabel: "Order bot" },
  },
};

const AGENTS: OperationTable = {
  agents: { section: "Agents", summary: "The agents, newest first.", input: { name: "an", first: 20 } },
  createAgent: {
    section: "Agents",
    summary: "Makes an agent for a user; a user has at most one per workspace.",
    input: { userId: "USER_ID", name: "Ana", surname: "Silva", email: "ana@example.com" },
  },
  patchAgent: { section: "Agents", summary: "Renames an agent.", input: { id: "AGENT_ID", name: "Anna" } },
  agentsReport: {
    section: "Agents",
    summary: "What each agent did in a period: conversations, messages, speed, ratings.",
    input: { startDate: "2026-11-01T00:00:00Z", endDate: "2026-12-01T00:00:00Z" },
  },
  setAvailability: {
    section: "Agents",
    summary: "Whether the signed-in agent takes new conversations.",
    input: { isAvailable: true },
    signedIn: true,
  },
};

const CLIENTS: OperationTable = {
  clients: {
    section: "Contacts",
    summary: "Contacts that match every filter, newest first.",
    input: { country: "PL", tags: ["vip"], first: 20 },
  },
  client: { section: "Contacts", summary: "One contact.", input: { id: "CLIENT_ID" } },
  createClient: {
    section: "Contacts",
    summary: "Adds a contact; a taken externalClientId is a conflict.",
    input: { externalClientId: "crm-4711", name: "Jan", surname: "Kowalski", phone: "+48 600 100 200", tags: ["vip"] },
  },
  putClient: {
    section: "Contacts",
    summary: "Updates the contact of this externalClientId, or creates it.",
    input: { externalClientId: "crm-4712", name: "Maria", city: "Porto" },
  },
  patchClient: {
    section: "Contacts",
    summary: "Changes the fields that are given; null empties one.",
    input: { id: "CLIENT_ID", city: "Gdańsk", address: null },
  },
  archiveClient: {
    section: "Contacts",
    summary: "Archives a contact: it gets no messages until it is unarchived.",
    input: { id: "CLIENT_ID" },
  },
  unarchiveClient: { section: "Contacts", summary: "Takes a contact out of the archive.", input: { id: "CLIENT_ID" } },
  mergeClients: {
    section: "Contacts",
    summary: "Moves conversations, identities and tags of other contacts to this one, and archives them.",
    input: { id: "CLIENT_ID", sourceIds: ["OTHER_CLIENT_ID"] },
  },
};

const IMPORT: OperationTable = {
  createUpload: {
    section: "Files and import",
    summary: "A signed address to PUT one file to, and the name it will have.",
    input: { contentType: "text/csv", purpose: "import" },
  },
  validateBulkImportContacts: {
    section: "Files and import",
    summary: "Reads an uploaded CSV of contacts and says what is wrong with it, row by row; nothing is stored.",
    input: { fileName: "FILE_NAME" },
  },
  bulkImportContacts: {
    section: "Files and import",
    summary: "Imports an uploaded CSV of contacts in the background.",
    input: { fileName: "FILE_NAME", skipErrors: true },
  },
  bulkImportJob: {
    section: "Files and import",
    summary: "How far an import has come, and which rows could not be taken.",
    input: { jobId: "JOB_ID" },
  },
  cancelBulkImport: {
    section: "Files and import",
    summary: "Stops an import that is still running; rows that were taken stay.",
    input: { jobId: "RUNNING_JOB_ID" },
  },
};

const TAGS: OperationTable = {
  tags: { section: "Tags and stages", summary: "The tags of one type, or all.", input: { type: "client" } },
  createTag: {
    section: "Tags and stages",
    summary: "Adds a tag; those of type clientStage and convStage are stages.",
    input: { type: "convStage", tag: "Waiting for parts", order: 2 },
  },
  bulkPatchTags: {
    section: "Tags and stages",
    summary: "Reorders and describes several tags at once; all or none.",
    input: { patches: [{ id: "TAG_ID", order: 1, description: "Pays on time" }] },
  },
  deleteTag: {
    section: "Tags and stages",
    summary: "Deletes a tag from the list; what carries it keeps it.",
    input: { id: "TAG_ID" },
  },
};

const MESSAGES: OperationTable = {
  messages: {
    section: "Messages",
    summary: "Messages that match every filter, newest first.",
    input: { convId: "CONV_ID", first: 20 },
  },
  addMessage: {
    section: "Messages",
    summary: "Sends a message in a conversation, or adds a note that the client never sees.",
    input: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", type: "text", content: "It left today." },
    idempotent: true,
  },
  sendNotification: {
    section: "Messages",
    summary: "Sends a template to one client: an order's state, a one-time password.",
    input: {
      integrationId: "INTEGRATION_ID",
      phone: "+48 600 100 300",
      templateName: "order_shipped",
      templateLang: "en",
      templateComponents: [{ type: "body", parameters: [{ type: "text", text: "{{name}}" }] }],
    },
    idempotent: true,
  },
  convLastMessage: {
    section: "Messages",
    summary: "The last message of a conversation; null while it has none.",
    input: { convId: "CONV_ID" },
  },
  messageAttempts: {
    section: "Messages",
    summary: "Every attempt to hand a message to its provider, with what it answered.",
    input: { messageId: "MESSAGE_ID" },
  },
  resendMessage: {
    section: "Messages",
    summary: "Sends a failed message again, as a new message that names the old one.",
    input: { messageId: "FAILED_MESSAGE_ID" },
  },
};

const CONVERSATIONS: OperationTable = {
  convs: {
    section: "Conversations",
    summary: "Conversations that match every filter, newest first.",
    input: { ended: false, first: 20 },
  },
  conv: {
    section: "Conversations",
    summary: "One conversation with its newest 100 messages.",
    input: { id: "CONV_ID" },
  },
  openConversationsNeedResponseCount: {
    section: "Conversations",
    summary: "How many open conversations wait for an answer.",
    input: {},
  },
  startConv: {
    section: "Conversations",
    summary: "Opens a conversation by sending the client a template.",
    input: { integrationId: "INTEGRATION_ID", clientId: "CLIENT_ID", templateName: "hello", templateLang: "en" },
    idempotent: true,
  },
  assignConv: {
    section: "Conversations",
    summary: "Gives a conversation to an agent, to the AI assistant, or to nobody.",
    input: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", agentId: "AGENT_ID" },
  },
  endConv: {
    section: "Conversations",
    summary: "Ends a conversation; the client's next message opens a new one.",
    input: { integrationId: "INTEGRATION_ID", convId: "CONV_ID" },
  },
  patchConv: {
    section: "Conversations",
    summary: "Sets a conversation's stage and order number.",
    input: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", orderNo: "SO-2026-118" },
  },
  tagConv: {
    section: "Conversations",
    summary: "Sets the whole list of a conversation's tags.",
    input: { integrationId: "INTEGRATION_ID", convId: "CONV_ID", tags: ["refund"] },
  },
  convRows: {
    section: "Conversations",
    summary: "The inbox's list: conversations as rows, in the order of a view.",
    input: { first: 20 },
  },
  convViewCounts: {
    section: "Conversations",
    summary: "How many conversations each view of the inbox has.",
    input: {},
  },
};

const BROADCASTS: OperationTable = {
  broadcasts: { section: "Broadcasts", summary: "Broadcasts, newest first.", input: { state: "draft" } },
  broadcast: { section: "Broadcasts", summary: "One broadcast.", input: { id: "BROADCAST_ID" } },
  createBroadcast: {
    section: "Broadcasts",
    summary: "Makes a broadcast: a draft, or scheduled when a time is given.",
    input: {
      name: "Winter sale",
      integrationId: "INTEGRATION_ID",
      clientTags: ["vip"],
      templateName: "winter_sale",
      templateLang: "en",
    },
    idempotent: true,
  },
  launchBroadcast: {
    section: "Broadcasts",
    summary: "Fixes the audience and begins to send.",
    input: { id: "BROADCAST_ID" },
  },
  cancelBroadcast: {
    section: "Broadcasts",
    summary: "Stops what is not yet sent; a scheduled broadcast goes back to draft.",
    input: { id: "SCHEDULED_BROADCAST_ID" },
  },
  broadcastReport: {
    section: "Broadcasts",
    summary: "Counts per channel and UTC day on which broadcasts started.",
    input: { startDate: "2026-11-01", endDate: "2026-11-30" },
  },
};

const CHANNELS: OperationTable = {
  integrations: { section: "Channels", summary: "The channels, without their credentials.", input: { type: "CUSTOM" } },
  createIntegration: {
    section: "Channels",
    summary: "Adds a CUSTOM or TELEGRAM channel; the others are set up in the portal.",
    input: {
      name: "Web shop",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: "https://shop.example.com/replies",
        validateToken: "a-secret-for-what-comes-in",
        accessToken: "a-secret-for-what-goes-out",
        externalId: "shop",
      },
    },
  },
  patchIntegration: {
    section: "Channels",
    summary: "Renames a channel, or changes how its conversations are routed.",
    input: { id: "INTEGRATION_ID", properties: { start: "AUTO" } },
  },
  patchIntegrationCredentials: {
    section: "Channels",
    summary: "Replaces some of a channel's credentials; the rest stays as it is.",
    input: { id: "INTEGRATION_ID", integrationProperties: { accessToken: "a-new-secret" } },
  },
  setIntegrationState: {
    section: "Channels",
    summary: "Switches a channel off or on.",
    input: { id: "INTEGRATION_ID", state: "disabled" },
  },
  wabaMessageTemplates: {
    section: "Channels",
    summary: "A channel's message templates, as the provider lists them.",
    input: { integrationId: "INTEGRATION_ID" },
  },
  channelCapabilities: {
    section: "Channels",
    summary: "What each type of channel can do: reply window, lengths, types of messages.",
    input: {},
  },
};

const WORKSPACE: OperationTable = {
  workspaceSettings: { section: "Workspace", summary: "The workspace's settings.", input: {} },
  patchWorkspaceSettings: {
    section: "Workspace",
    summary: "Changes the settings that are given.",
    input: { convTTL: 48, optOutKeyword: "STOP", testNums: [{ phone: "+48 600 100 200", active: true }] },
  },
  viewer: { section: "Workspace", summary: "Who calls, and what they may.", input: {} },
  assignUserRole: {
    section: "Workspace",
    summary: "Changes a member's role.",
    input: { userId: "MEMBER_USER_ID", role: "AGENT_PLUS" },
    signedIn: true,
  },
  assignOwner: {
    section: "Workspace",
    summary: "Hands the workspace to another member; for its owner.",
    input: { userId: "MEMBER_USER_ID" },
    signedIn: true,
  },
  deleteWorkspace: {
    section: "Workspace",
    summary: "Deletes the workspace: its keys and channels stop at once; for its owner.",
    input: {},
    signedIn: true,
  },
};

const TEAM: OperationTable = {
  members: { section: "Team", summary: "The people of the workspace, with their roles.", input: {} },
  invitations: { section: "Team", summary: "Invitations that wait for an answer.", input: {} },
  createInvitation: {
    section: "Team",
    summary: "Invites an e-mail address; the link stands in this answer only.",
    input: { email: "mia@example.com", role: "AGENT" },
  },
  resendInvitation: {
    section: "Team",
    summary: "Sends an invitation again, with a new link; the old one ends.",
    input: { id: "INVITATION_ID" },
  },
  revokeInvitation: { section: "Team", summary: "Takes an invitation back.", input: { id: "INVITATION_ID" } },
  removeMember: {
    section: "Team",
    summary: "Ends a person's membership; their conversations become nobody's.",
    input: { userId: "MEMBER_USER_ID" },
  },
};

const GATEWAY: OperationTable = {
  creditAccount: { section: "Gateway", summary: "The balance of a Gateway workspace, in credits.", input: {} },
  creditEntries: { section: "Gateway", summary: "The ledger behind the balance, newest first.", input: { first: 20 } },
  creditPacks: { section: "Gateway", summary: "The packs that can be bought.", input: {} },
  createCreditCheckout: {
    section: "Gateway",
    summary: "A Stripe Checkout page to buy a pack on.",
    input: { pack: "USD_20" },
  },
};

const WEBHOOKS: OperationTable = {
  webhooks: { section: "Webhooks", summary: "The webhooks.", input: { label: "shop" } },
  createWebhook: {
    section: "Webhooks",
    summary: "Subscribes an address to an event; the signing secret stands in this answer only.",
    input: { label: "Shop", url: "https://shop.example.com/hooks", event: "INCOMING_MESSAGE" },
  },
  patchWebhook: {
    section: "Webhooks",
    summary: "Changes what is given; also switches a webhook off and on.",
    input: { id: "WEBHOOK_ID", active: true },
  },
  deleteWebhook: { section: "Webhooks", summary: "Ends a subscription.", input: { id: "WEBHOOK_ID" } },
  rotateWebhookSecret: {
    section: "Webhooks",
    summary: "A new signing secret; the old one signs beside it for 24 hours.",
    input: { id: "WEBHOOK_ID" },
  },
  webhookDeliveries: {
    section: "Webhooks",
    summary: "The delivery log of a webhook, newest first.",
    input: { webhookId: "WEBHOOK_ID", state: "failed", first: 20 },
  },
  replayWebhookDelivery: {
    section: "Webhooks",
    summary: "Delivers again, under the same webhook-id.",
    input: { id: "DELIVERY_ID" },
  },
};

/** Every operation of POST /core/gq, in the order of the reference. A test refuses one that is missing or too many. */
export const CORE_OPERATIONS: OperationTable = {
  ...KEYS,
  ...AGENTS,
  ...CLIENTS,
  ...IMPORT,
  ...TAGS,
  ...MESSAGES,
  ...CONVERSATIONS,
  ...BROADCASTS,
  ...CHANNELS,
  ...WORKSPACE,
  ...TEAM,
  ...WEBHOOKS,
  ...GATEWAY,
};
