import { INTRODUCES, fieldsIn, inFile, later, type RowTests } from "./row-tests.ts";

const resources = "server/graphql/contract-resources.test.ts";
const ofChannels = "server/graphql/contract-resources-of-channels.test.ts";
const ofBroadcasts = "server/graphql/contract-resources-of-broadcasts.test.ts";
const firstCreation = "server/graphql/contract-first-creation.test.ts";
const errors = inFile("server/graphql/contract-errors.test.ts");
const operations = inFile("server/graphql/contract-operations.test.ts");
const agents = inFile("server/agents/agents.test.ts");
const joining = inFile("server/agents/accept-invitation.test.ts");
const addMessage = inFile("server/messages/add-message.test.ts");
const types = inFile("server/messages/message-types.test.ts");
const changes = inFile("server/conversations/conversation-changes.test.ts");
const received = inFile("server/messages/receive-message.test.ts");
const telegram = inFile("server/integrations/telegram-channel.test.ts");
const templates = inFile("server/integrations/message-templates.test.ts");
const assistants = inFile("server/assistants/assistants.test.ts");
const inService = inFile("server/assistants/turns/providers-in-service.test.ts");
const replies = inFile("server/assistants/turns/replies.test.ts");
const builtIn = inFile("server/assistants/built-in/built-in.test.ts");
const pinecone = inFile("server/assistants/providers/provider-b.test.ts");
const PROVIDERS = later("the providers' channels and their set-up in the portal");

export const RESOURCES: RowTests = {
  "Resources and their fields": {
    "Common types": [
      errors("POST /core/gq › workspaceId is a JSON number, not a string"),
      operations("every operation takes one input with a workspaceId of type Int!"),
    ],
    "Identifiers are strings": operations("values › identifiers are strings"),
    "DateTime is an ISO 8601": operations("values › a DateTime is an ISO 8601 text, both ways"),
  },
  "Resources and their fields › API key": fieldsIn(resources, "API key", [
    "workspaceId",
    "id",
    "label",
    "key",
    "createdAt",
    "agentId",
  ]),
  "Resources and their fields › Agent": {
    ...fieldsIn(resources, "Agent", ["workspaceId", "id", "userId", "name", "surname", "email", "avatar", "createdAt"]),
    "An agent is a user that can be assigned": changes(
      "assignConv › gives it to an agent, takes it back, and raises ownerVersion with every change and none without",
    ),
    "One system user has at most one agent": agents(
      "createAgent › a second agent of one user is a conflict here, and none in another workspace",
    ),
    "An agent is created automatically": [
      joining(
        "accepting with an account › makes the member and their agent with their name; the door was closed before",
      ),
      joining("opening the portal › gives a member without an agent one, once, however often and at once it is asked"),
      joining("opening the portal › a person without a name is called by their e-mail"),
    ],
  },
  "Resources and their fields › Client (contact)": {
    ...fieldsIn(resources, "Client (contact)", [
      "workspaceId",
      "id",
      "name, surname",
      "phone, email, address, city, country",
      "code",
      "avatarUrl",
      "externalClientId",
      "tags",
      "stageId",
      "defaultAgentId",
      "createdAt",
      "deletedAt",
      "archivedBy",
    ]),
    "Fields filled at first creation": inFile(firstCreation)(
      "Fields filled at first creation from a channel › they are set once: later messages do not fill empty fields, edits do and emit CLIENT_UPDATED",
    ),
  },
  "Resources and their fields › Client (contact) › Fields filled at first creation from a channel": fieldsIn(
    firstCreation,
    "Fields filled at first creation from a channel",
    ["name", "surname", "phone", "email, city, address, code", "country", "avatarUrl", "externalClientId"],
  ),
  "Resources and their fields › Tag": fieldsIn(resources, "Tag", [
    "workspaceId",
    "id",
    "tag",
    "type",
    "order",
    "description",
    "createdAt",
  ]),
  "Resources and their fields › Message": {
    ...fieldsIn(resources, "Message", [
      "messageId",
      "content",
      "type",
      "isAgent",
      "status",
      "externalMessageId",
      "tags",
      "createdAt",
    ]),
    "A message of type `note` is internal": [
      addMessage("notes › are never sent, are delivered at once, and leave the client waiting"),
      types("to the endpoint of a CUSTOM channel › a note stays inside"),
    ],
  },
  "Resources and their fields › Conversation": {
    ...fieldsIn(ofChannels, "Conversation", [
      "workspaceId",
      "id",
      "integrationId",
      "integrationType",
      "clientId",
      "messages",
      "client",
      "stageId",
      "orderNo",
      "ended",
      "endedBy",
      "endedAt",
      "assigneeId",
      "aiId",
      "aiAssigneed",
      "broadcastId, broadcastName",
      "tags",
      "externalConversationId",
      "createdAt",
    ]),
    "A conversation is a support thread": received(
      "what is stored › an ended conversation stays ended: the next message opens a new one",
    ),
  },
  "Resources and their fields › Broadcast": fieldsIn(ofBroadcasts, "Broadcast", [
    "workspaceId",
    "id",
    "name",
    "integrationId",
    "state",
    "templateName",
    "templateLang",
    "templateComponents",
    "clientTags",
    "clientStageId",
    "country",
    "scheduledAt",
    "startedAt",
    "completedAt",
    "createdAt",
    "totalCount",
    "failedCount",
    "error",
  ]),
  "Resources and their fields › Broadcast report node": {
    ...fieldsIn(ofBroadcasts, "Broadcast report node", [
      "id",
      "reportDate",
      "sentCount, deliveredCount, readCount, pendingCount, failedCount",
      "successCount",
      "integrationId",
      "createdAt",
    ]),
    "One node per workspace": inFile(ofBroadcasts)(
      "Broadcast report node › one node per channel and UTC day; a broadcast that failed without having started counts on the day it was made",
    ),
    "Counts cover messages": inFile(ofBroadcasts)(
      "Broadcast report node › one node per channel and UTC day; a broadcast that failed without having started counts on the day it was made",
    ),
  },
  "Resources and their fields › Channel (integration)": {
    ...fieldsIn(ofChannels, "Channel (integration)", [
      "workspaceId",
      "id",
      "name",
      "identifier",
      "type",
      "state",
      "createdAt, patchedAt",
      "properties",
      "integrationProperties",
    ]),
    "Identifier by channel type": [
      inFile(ofChannels)("Channel (integration) › identifier"),
      telegram("is created with its token alone: identifier, address, the webhook at Telegram; the token in no answer"),
      PROVIDERS,
    ],
    "Channel `properties` (routing):": INTRODUCES,
    "Integration properties at creation:": INTRODUCES,
  },
  "Resources and their fields › Channel (integration) › Channel `properties`": fieldsIn(
    ofChannels,
    "Channel (integration)",
    ["start", "assigneeId", "byCountryCodeConfig"],
  ),
  "Resources and their fields › Channel (integration) › Integration properties at creation": {
    TELEGRAM: telegram(
      "is created with its token alone: identifier, address, the webhook at Telegram; the token in no answer",
    ),
    ...fieldsIn(ofChannels, "Channel (integration)", [
      "CUSTOM / endpoint",
      "CUSTOM / validateToken",
      "CUSTOM / accessToken",
      "CUSTOM / externalId",
    ]),
  },
  "Resources and their fields › Message template (listed per channel)": {
    "Fields: id, name, language": templates(
      "wabaMessageTemplates › WHATSAPP: the provider's list, by name and language",
    ),
    "Sample values seen": templates("wabaMessageTemplates › WHATSAPP: the provider's list, by name and language"),
  },
  "Resources and their fields › Workspace settings": fieldsIn(ofChannels, "Workspace settings", [
    "workspaceId",
    "id",
    "convTTL",
    "testNums",
    "optOutKeyword",
    "autoUnarchiveOnMessage",
  ]),
  "Resources and their fields › Webhook": fieldsIn(ofChannels, "Webhook", [
    "workspaceId",
    "id",
    "label",
    "url",
    "event",
    "headers",
    "createdAt",
  ]),
  "Resources and their fields › AI assistant": {
    "Fields returned by createAi": assistants("createAi › provider_a: answers everything but the secrets"),
    "`provider_a` (a hosted language-model provider)": [
      assistants("createAi › provider_a: answers everything but the secrets"),
      inService("provider_a › its reply is sent, and what it cost is kept"),
    ],
    "`provider_b` (a vector-search provider)": [
      assistants("createAi › provider_b: answers everything but the secrets"),
      pinecone("a Pinecone assistant › is found, asked in its own two roles, and cited"),
    ],
    "built-in assistant": [
      inFile("server/assistants/playground/playground.test.ts")(
        "openPlayground › makes the built-in assistant on the first access, once, whoever comes at the same time",
      ),
      assistants("createAi › builtIn: answers everything but the secrets"),
      assistants("createAi › a source may name a file that was uploaded to the workspace, and no other workspace's"),
      builtIn("an answer without a model › is the passage word for word, with its source, and asks nobody"),
      builtIn("gathering › asks for the first field that is not known, after an answer, and once"),
      builtIn("tags that the client names, of the list, where tagging is enabled"),
    ],
    custom: [
      assistants("createAi › custom: answers everything but the secrets"),
      inService("custom › its endpoint is told the conversation under one key for all tries, and its tags are applied"),
    ],
    "Special keywords in a reply": [
      inService("provider_a › #HANDOVER# in its reply: the text first, then a person has the conversation"),
      inService("provider_a › #END# in its reply: the text first, then the conversation is ended by SYSTEM, and told"),
      replies("what it wants done › a client's own #END# and #HANDOVER# are words"),
    ],
  },
};
