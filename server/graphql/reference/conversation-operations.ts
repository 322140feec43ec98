import { COMPOSER_OPERATIONS } from "./composer-operations.ts";
import type { OperationTable } from "./operation-words.ts";

const MESSAGES: OperationTable = {
  messages: {
    section: "Messages",
    summary: "Messages that match every filter, newest first.",
    input: { convId: "CONV_ID", first: 20 },
  },
  addMessage: {
    section: "Messages",
    summary:
      "Sends a message in a conversation, or adds a note that the client never sees. An agent who writes takes the conversation over from its AI assistant.",
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
    summary:
      "Every attempt to hand a message to its provider, with what it answered, and what a waiting message waits for.",
    input: { messageId: "MESSAGE_ID" },
  },
  resendMessage: {
    section: "Messages",
    summary: "Sends a failed message again, as a new message that names the old one.",
    input: { messageId: "FAILED_MESSAGE_ID" },
  },
  messagesAround: {
    section: "Messages",
    summary: "A message with those before and after it in its conversation, however long that is.",
    input: { convId: "CONV_ID", messageId: "MESSAGE_ID", before: 20, after: 20 },
  },
  messageVersions: {
    section: "Messages",
    summary: "What a message said before its sender changed it, first to last.",
    input: { messageId: "MESSAGE_ID" },
  },
  pinNote: {
    section: "Messages",
    summary:
      "Pins a note to its client, so that it stands above the notes of all of their conversations, or unpins it.",
    input: { messageId: "NOTE_ID", isPinned: true },
  },
  pinnedNotes: {
    section: "Messages",
    summary: "The notes that are pinned to a conversation's client, whichever of their conversations they are from.",
    input: { convId: "CONV_ID" },
  },
  reactToMessage: {
    section: "Messages",
    summary: "Gives a client's message the business's reaction, in place of the one before, or takes it back.",
    input: { messageId: "MESSAGE_ID", emoji: "👍" },
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
    summary:
      "Opens a conversation by sending the client a template. Started by a key it is dormant: nobody has it until the client answers.",
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
  markConvRead: {
    section: "Conversations",
    summary: "Tells the client that their messages were read, once, where the channel shows such a thing.",
    input: { convId: "CONV_ID" },
  },
  tellTyping: {
    section: "Conversations",
    summary: "Tells the client that an agent is writing or has stopped, where the channel shows such a thing.",
    input: { convId: "CONV_ID", isTyping: true },
  },
  tellPresence: {
    section: "Conversations",
    summary: "Tells colleagues that the caller's agent looks at a conversation, writes in it, or has left it.",
    input: { convId: "CONV_ID", state: "viewing" },
    signedIn: true,
  },
  convFacts: {
    section: "Conversations",
    summary: "When a conversation was first answered, how the client came to write, and when it ends by itself.",
    input: { convId: "CONV_ID" },
  },
  convRows: {
    section: "Conversations",
    summary: "The inbox's list: conversations as rows, in the order of a view.",
    input: { first: 20 },
  },
  convViewCounts: {
    section: "Conversations",
    summary: "How many conversations each view of the inbox has.",
    input: { filters: [{ any: [{ all: [{ field: "tag", op: "is", values: ["vip"] }] }] }] },
  },
  setConvRead: {
    section: "Conversations",
    summary: "Says up to which message the caller's agent has seen a conversation; their other devices follow.",
    input: { convId: "CONV_ID", seq: 2 },
    signedIn: true,
  },
  markUnread: {
    section: "Conversations",
    summary: "Makes a conversation unread for the caller's agent again, from a message on.",
    input: { convId: "CONV_ID", fromSeq: 1 },
    signedIn: true,
  },
  searchInbox: {
    section: "Conversations",
    summary: "Conversations, messages and contacts under some words, of those that the caller may see.",
    input: { text: "order late" },
  },
  savedViews: {
    section: "Conversations",
    summary: "The caller's saved views of the inbox, and everybody's.",
    input: {},
    signedIn: true,
  },
  createSavedView: {
    section: "Conversations",
    summary: "Keeps a filter of the inbox under a name, for the caller or for everybody.",
    input: { name: "VIPs that wait", query: "tag:vip is:waiting", sort: "oldestWaiting" },
    signedIn: true,
  },
  patchSavedView: {
    section: "Conversations",
    summary: "Renames or changes a saved view, deletes it, or brings a deleted one back.",
    input: { id: "SAVED_VIEW_ID", name: "Important" },
    signedIn: true,
  },
  orderSavedViews: {
    section: "Conversations",
    summary: "Puts saved views into an order.",
    input: { ids: ["SAVED_VIEW_ID"] },
    signedIn: true,
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
  patchBroadcast: {
    section: "Broadcasts",
    summary: "Changes a draft; a time makes it scheduled.",
    input: { id: "BROADCAST_ID", name: "Winter sale, second week", clientTags: ["vip", "winter"] },
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
  retryBroadcast: {
    section: "Broadcasts",
    summary:
      "Sends a finished broadcast once more to the recipients who certainly got nothing, as a new broadcast: inProgress, or, above 20,000 failures, scheduled and launched at once by a worker.",
    input: { id: "FAILED_BROADCAST_ID" },
    idempotent: true,
  },
  broadcastPreflight: {
    section: "Broadcasts",
    summary: "Who will get a broadcast, who will not and why, how long it takes and what it costs.",
    input: { integrationId: "INTEGRATION_ID", clientTags: ["vip"], templateName: "winter_sale", templateLang: "en" },
  },
  broadcastAudience: {
    section: "Broadcasts",
    summary: "The clients behind the numbers of broadcastPreflight, newest first.",
    input: { integrationId: "INTEGRATION_ID", templateName: "winter_sale", leftOut: "archived", first: 20 },
  },
  broadcastRecipients: {
    section: "Broadcasts",
    summary: "What has become of each recipient of a broadcast.",
    input: { broadcastId: "BROADCAST_ID", outcome: "failed", first: 20 },
  },
  broadcastReport: {
    section: "Broadcasts",
    summary: "Counts per channel and UTC day on which broadcasts started.",
    input: { startDate: "2026-11-01", endDate: "2026-11-30" },
  },
};

/** What is said to clients: messages, conversations and broadcasts. */
export const CONVERSATION_OPERATIONS: OperationTable = {
  ...MESSAGES,
  ...COMPOSER_OPERATIONS,
  ...CONVERSATIONS,
  ...BROADCASTS,
};
