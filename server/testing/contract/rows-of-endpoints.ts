import { INTRODUCES, fieldsIn, inFile, later, type RowTests } from "./row-tests.ts";

const ingress = inFile("server/rest/contract-ingress.test.ts");
const operations = inFile("server/graphql/contract-operations.test.ts");
const doors = inFile("server/rest/contract-doors.test.ts");
const scope = inFile("server/auth/key-scope.test.ts");
const keys = inFile("server/api-keys/api-keys.test.ts");
const joining = inFile("server/agents/accept-invitation.test.ts");
const agents = inFile("server/agents/agents.test.ts");
const clients = inFile("server/clients/clients.test.ts");
const clientLists = inFile("server/clients/list-clients.test.ts");
const bulk = inFile("server/clients/bulk-import.test.ts");
const tags = inFile("server/tags/tags.test.ts");
const addMessage = inFile("server/messages/add-message.test.ts");
const startConv = inFile("server/conversations/start-conv.test.ts");
const placeholders = inFile("server/messages/placeholders.test.ts");
const lists = inFile("server/views/lists.test.ts");
const changes = inFile("server/conversations/conversation-changes.test.ts");
const paging = inFile("server/graphql/paging.test.ts");
const broadcasts = inFile("server/broadcasts/broadcasts.test.ts");
const reports = inFile("server/broadcasts/report-broadcasts.test.ts");
const channels = inFile("server/integrations/integrations.test.ts");
const telegram = inFile("server/integrations/telegram-channel.test.ts");
const templates = inFile("server/integrations/message-templates.test.ts");
const workspaces = inFile("server/workspaces/workspaces.test.ts");
const webhooks = inFile("server/webhooks/webhooks.test.ts");
const assistants = inFile("server/assistants/assistants.test.ts");
const custom = inFile("server/channels/custom/adapter.test.ts");
const gateway = inFile("server/rest/gateway-messages.test.ts");
const credits = inFile("server/gateway/credits.test.ts");
const errors = inFile("server/graphql/contract-errors.test.ts");
const mcp = inFile("server/mcp/mcp.test.ts");
const RATES = later("rates per channel, held over all workers");

export const ENDPOINTS: RowTests = {
  Endpoints: {
    "All operations below": operations("every operation of the contract is there, under the contract's name"),
    "The request is the GraphQL envelope": operations("inputs and results › are those of the contract's tables"),
    "`workspaceId` is Int! everywhere": operations("every operation takes one input with a workspaceId of type Int!"),
  },
  "Endpoints › API keys": {
    genApiKey: [
      keys("genApiKey › answers the secret once; it works, and only its hash is stored"),
      keys("genApiKey › needs a label that says something"),
    ],
    apiKeys: keys(
      "apiKeys › lists masked keys, newest first, by part of the label in any case, and none of another workspace",
    ),
    deleteApiKey: keys("deleteApiKey › answers the masked record; a second time it is not there"),
    createAgentWithApiKey: keys(
      "createAgentWithApiKey › with a name alone: placeholder user, empty e-mail, the contract's label; the key is the agent's",
    ),
    "Rules:": INTRODUCES,
    "1. genApiKey with agentId": [
      keys("genApiKey › links to an agent of the workspace: the key acts as that agent"),
      errors("Target agent does not exist: missing, deleted, in another workspace"),
    ],
    "2. genApiKey requires": [
      keys("genApiKey › is refused to agent-linked keys and to roles below admin, whatever the input"),
      scope("genApiKey, createAgent, patchWorkspaceSettings › agent-linked key: genApiKey is rejected"),
    ],
    "3. The raw key is returned only": [
      keys("genApiKey › answers the secret once; it works, and only its hash is stored"),
      keys(
        "apiKeys › lists masked keys, newest first, by part of the label in any case, and none of another workspace",
      ),
    ],
    "4. createAgentWithApiKey creates": [
      keys("createAgentWithApiKey › somebody else's user is a conflict, and nothing is left behind"),
      keys(
        "createAgentWithApiKey › with a name alone: placeholder user, empty e-mail, the contract's label; the key is the agent's",
      ),
    ],
    "5. In createAgentWithApiKey, when userId": [
      keys(
        "createAgentWithApiKey › with a name alone: placeholder user, empty e-mail, the contract's label; the key is the agent's",
      ),
      keys("createAgentWithApiKey › the label takes the surname, or is the caller's"),
      joining(
        "createAgentWithApiKey and an invited e-mail (contract.md, API keys, rule 5) › made before the invitation: a placeholder until they come, then theirs, with its key",
      ),
      joining(
        "createAgentWithApiKey and an invited e-mail (contract.md, API keys, rule 5) › made after the invitation: a placeholder until they come, then theirs, with its key",
      ),
    ],
  },
  "Endpoints › Agents": {
    agents: [
      agents("agents › filters hold together, contain, ignore case and take % and _ as they are"),
      agents("agents › by conversation: who has it and who wrote in it; an agent cannot look into another agent's"),
      paging("agents › newest first; pages repeat nothing and leave nothing out while rows are added"),
    ],
    createAgent: agents("createAgent › makes an agent, with names trimmed and the e-mail in lower case"),
    patchAgent: [
      agents("patchAgent › changes the name; a surname left out stays, null empties it"),
      operations("inputs and results › are those of the contract's tables"),
    ],
  },
  "Endpoints › Clients": {
    clients: [
      clientLists("filters › stageId"),
      clientLists("filters › conversationId: not through a conversation of another agent"),
      paging("clients › newest first; pages repeat nothing and leave nothing out while rows are added"),
    ],
    createClient: clients("createClient › stores every field, the phone in E.164 and the country taken from it"),
    putClient: clients("putClient › creates, then updates what it names and tells CLIENT_UPDATED"),
    validateBulkImportContacts: bulk(
      "validateBulkImportContacts › counts the rows and names what is wrong, stores nothing",
    ),
    bulkImportContacts: [
      bulk("bulkImportContacts › creates and updates by externalClientId; what a row does not say stays"),
      bulk("bulkImportContacts › one bad row means that nothing is imported, unless bad rows are to be left out"),
    ],
  },
  "Endpoints › Tags": {
    tags: tags("tags: by exact value, by type, conv and conversation alike, newest first, everyone may read"),
    createTag: tags("createTag › makes tags and stages; one value may stand under several types"),
    bulkPatchTags: [
      tags("bulkPatchTags › changes what is named and keeps the rest"),
      tags("bulkPatchTags › all or none: one foreign tag, and nothing is changed"),
    ],
  },
  "Endpoints › Messaging": {
    addMessage: addMessage("is stored as pending, queued, told, and answers the client's waiting"),
    sendNotification: [
      startConv("sendNotification › answers the message, the agent's for an agent-linked key"),
      startConv("the client › is the one of clientId, whatever phone says"),
      startConv("sendNotification › keeps trunk and senderId with the message, and leaves them out where they were"),
    ],
    "sendNotification is also used": templates(
      "a template is sent only if it is approved › sent in the language named, or in the only one there is",
    ),
    "Template placeholders": placeholders(
      "every string value is filled however deep, and nothing else changes: names, numbers, order",
    ),
    "Allowed fieldName values": Object.values(
      fieldsIn(
        "server/messages/placeholders.test.ts",
        "every field of the contract",
        ["name", "surname", "fullName", "email", "phone", "address", "code", "city", "country"].map(
          (name) => `{{${name}}} is filled, and empty where the contact has none`,
        ),
      ),
    ),
    "A missing value becomes": placeholders(
      "every field of the contract › {{name}} is filled, and empty where the contact has none",
    ),
    "An unsupported placeholder": placeholders("an unsupported name stays as it is"),
  },
  "Endpoints › Conversations": {
    convs: [
      lists("filters › of convs"),
      paging("convs › newest first; pages repeat nothing and leave nothing out while rows are added"),
    ],
    messages: [
      lists("filters › of messages"),
      paging("messages › newest first; pages repeat nothing and leave nothing out while rows are added"),
    ],
    startConv: startConv(
      "startConv › opens a conversation with a template, which is queued and told: NEW_CONV, then OUTGOING_MESSAGE",
    ),
    assignConv: [
      changes(
        "assignConv › gives it to an agent, takes it back, and raises ownerVersion with every change and none without",
      ),
      changes(
        "assignConv › isAi takes the channel's assistant, else the workspace's first, and says so when there is none",
      ),
    ],
    "A free-form reply is allowed only": ["WHATSAPP", "WA_GATEWAY", "FACEBOOK", "INSTAGRAM"].map((type) =>
      addMessage(
        `is refused, and nothing stored, queued or told › on ${type} later than 24 h after the client's last message`,
      ),
    ),
    "Outside that window": startConv(
      "sendNotification › on WHATSAPP passes while the reply window is closed, where free text does not",
    ),
  },
  "Endpoints › Broadcasts": {
    broadcasts: broadcasts(
      "broadcasts › are filtered by part of the name or the template, by channel and by state, and paged newest first",
    ),
    createBroadcast: broadcasts("createBroadcast › without a time makes a draft that nothing has been sent of"),
    launchBroadcast: broadcasts("launchBroadcast › puts a draft under way, with its audience fixed"),
    broadcastReport: [
      reports("broadcastReport › has one node per channel and UTC day, with what has become of the messages"),
      reports("broadcastReport › includes both days whole, and no day beside them"),
    ],
  },
  "Endpoints › Channels": {
    integrations: channels("integrations: filters hold together; everyone reads; other workspaces' are not there"),
    createIntegration: [
      channels("createIntegration › CUSTOM: active, with its ingress address; credentials encrypted and in no answer"),
      telegram("is created with its token alone: identifier, address, the webhook at Telegram; the token in no answer"),
    ],
    patchIntegration: channels("patchIntegration › properties are a partial update: left out stays, null takes away"),
    wabaMessageTemplates: templates("wabaMessageTemplates › WHATSAPP: the provider's list, by name and language"),
    "Only TELEGRAM and CUSTOM": operations("values › only TELEGRAM and CUSTOM channels can be created through the API"),
    "The integrations list filter": [
      channels("integrations: filters hold together; everyone reads; other workspaces' are not there"),
      channels("patchIntegration › a foreign channel is not there; below admin it is refused"),
    ],
  },
  "Endpoints › Workspace settings": {
    workspaceSettings: workspaces("workspaceSettings › are read by all, patched by what is named"),
    patchWorkspaceSettings: [
      workspaces("workspaceSettings › are read by all, patched by what is named"),
      workspaces("workspaceSettings › patching is refused below admin, before the input is looked at"),
    ],
  },
  "Endpoints › Webhooks": {
    webhooks: webhooks("webhooks: by part of the label and by event, none of another workspace"),
    createWebhook: webhooks(
      "createWebhook › answers secret and headers once; both are encrypted, and never shown again",
    ),
  },
  "Endpoints › Assistant GraphQL (POST {base_url}/bot/gq)": {
    createAi: assistants("createAi › provider_a: answers everything but the secrets"),
    "The operations patchAi, deleteAi, ais and ai": [
      assistants("patchAi › keys left out stay, null takes an optional one away, a masked key keeps the stored one"),
      assistants("ais and ai › filters: part of the name in any case, type; deleted ones are gone"),
      assistants("ais and ai › deleted, foreign and missing ids are the same answer on every operation"),
    ],
  },
  "Endpoints › Custom channel ingress": {
    "POST {base_url}/ext/v1/incoming/custom": doors("Custom channel ingress answers at its method and address"),
    "Header: the channel's validateToken": ["x-validate-token", "x-validation-token", "authorization"].map((header) =>
      ingress(`Custom channel ingress › the token in ${header}`),
    ),
    "Body is JSON:": INTRODUCES,
    "A successful request": ingress("Custom channel ingress › a message is answered with 200 and the three ids"),
  },
  "Endpoints › Custom channel ingress › Body is JSON": fieldsIn(
    "server/rest/contract-ingress.test.ts",
    "Custom channel ingress",
    ["content", "type", "senderId", "receiptId", "messageId", "conversationId", "clientInfo", "context", "createdAt"],
  ),
  "Endpoints › Custom channel egress (service calls the customer)": {
    "When an agent replies": ingress(
      "Custom channel egress › an agent's reply is a POST of exactly the contract's body and our messageId, with the accessToken as bearer token",
    ),
    "The receiver validates": custom(
      "what the endpoint gets › is the contract's body, with the token and the idempotency key",
    ),
    "Body is JSON with": custom(
      "what the endpoint gets › is the contract's body, with the token and the idempotency key",
    ),
    "The endpoint answers": custom("what its answer means › the fallback's id"),
  },
  "Endpoints › Gateway send (REST)": {
    "POST {base_url}/core/v1/messages": doors("Gateway send (REST) answers at its method and address"),
    "The workspace must be on the Gateway plan": [
      gateway("who may send › FREE is not the Gateway plan: 403 PLAN_REQUIRED"),
      gateway("what is refused › no credits: 402, after the channel and the body were found right"),
    ],
    "The body must contain valid": [
      gateway("who may send › no workspaceId: its own sentence, whatever else is wrong; a string is no number"),
      gateway("what is refused › no integrationId: 422 that names the field, and nothing stored"),
      gateway("what is refused › no externalClientId: 422 that names the field, and nothing stored"),
    ],
    "The call returns quickly": gateway(
      "an accepted send › answers 202 {messageId, status, creditsLeft}, and stores client, conversation, message and one reserved credit",
    ),
    "Delivery then runs": [
      credits("an attempt › that the provider accepts costs the reserved credit and no other"),
      RATES,
    ],
  },
  "Endpoints › Model-context server": {
    "External AI clients": [
      mcp("who is let in › a key, raw or after Bearer, with its workspace"),
      mcp("who is let in › only with the key's own workspace"),
    ],
  },
};
