import { BULK_OPERATIONS } from "./bulk-operations.ts";
import { CONVERSATION_OPERATIONS } from "./conversation-operations.ts";
import type { OperationTable } from "./operation-words.ts";
import { WORKSPACE_OPERATIONS } from "./workspace-operations.ts";

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
  conversationsReport: {
    section: "Conversations",
    summary: "What happened in conversations in a period: volume, speed, channels, tags, hours of the week.",
    input: {
      startDate: "2026-11-01T00:00:00Z",
      endDate: "2026-12-01T00:00:00Z",
      interval: "day",
      timeZone: "Europe/Berlin",
    },
  },
  setAvailability: {
    section: "Agents",
    summary: "Whether the signed-in agent takes new conversations.",
    input: { isAvailable: true },
    signedIn: true,
  },
  setPreferences: {
    section: "Agents",
    summary: "How the signed-in person has the portal here: language, density, keys, notices.",
    input: { preferences: { density: "compact" } },
    signedIn: true,
  },
  savePushSubscription: {
    section: "Agents",
    summary:
      "Tells a browser of the signed-in person's while the portal is closed, of what they chose; or renews that.",
    input: {
      endpoint: "https://push.example.com/send/7f3a",
      p256dh: "BEsHoGt74rSfIVjM9OEhfdy3mvuubTEbS8wTgBH0ZoYuGXdfZJxm2AbP9uuVjPLSbXEAgz9tX73NzvBr-O1uYmQ",
      auth: "3jKbw2pIILpCTosyM820fw",
      timeZone: "Europe/Berlin",
    },
    signedIn: true,
  },
  deletePushSubscription: {
    section: "Agents",
    summary: "Ends notices on one of the signed-in person's browsers.",
    input: { endpoint: "https://push.example.com/send/9c01" },
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
  undoMerge: {
    section: "Contacts",
    summary: "Takes a merge back, for 30 days: conversations, identities and fields go to whose they were.",
    input: { mergeId: "MERGE_ID" },
  },
  clientMerges: {
    section: "Contacts",
    summary: "The merges into a contact, newest first, and until when each can be undone.",
    input: { clientId: "CLIENT_ID" },
  },
  exportClientData: {
    section: "Contacts",
    summary: "Begins to put everything that is kept of a contact into one archive; it is kept for 7 days.",
    input: { id: "CLIENT_ID" },
  },
  eraseClient: {
    section: "Contacts",
    summary:
      "Begins to erase a contact for good: its words, files, names and addresses everywhere; what reports count stays.",
    input: { id: "CLIENT_ID" },
  },
  clientDataRequests: {
    section: "Contacts",
    summary: "The exports and erasures of a contact, newest first, and how far each is.",
    input: { clientId: "CLIENT_ID" },
  },
  possibleDuplicates: {
    section: "Contacts",
    summary: "Contacts who may be the same person, with the reasons.",
    input: { clientId: "CLIENT_ID" },
  },
  clientTimeline: {
    section: "Contacts",
    summary: "What happened with a contact, newest first: conversations, broadcasts, merges.",
    input: { clientId: "CLIENT_ID", first: 20 },
  },
  bulkPatchClients: {
    section: "Contacts",
    summary: "Tags, stages or archives up to 250 contacts at once, and says which of them changed.",
    input: { ids: ["CLIENT_ID"], addTags: ["vip"] },
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
    idempotent: true,
  },
  bulkImportJob: {
    section: "Files and import",
    summary: "How far an import has come, and which rows could not be taken.",
    input: { jobId: "JOB_ID" },
  },
  bulkImportJobs: {
    section: "Files and import",
    summary: "The imports of the workspace, newest first.",
    input: { first: 20 },
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

/** Every operation of POST /core/gq, in the order of the reference. A test refuses one that is missing or too many. */
export const CORE_OPERATIONS: OperationTable = {
  ...KEYS,
  ...AGENTS,
  ...CLIENTS,
  ...IMPORT,
  ...TAGS,
  ...CONVERSATION_OPERATIONS,
  ...BULK_OPERATIONS,
  ...WORKSPACE_OPERATIONS,
};
