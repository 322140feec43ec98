import { INTRODUCES, inFile, later, type RowTests, type TestName } from "./row-tests.ts";

const events = inFile("server/graphql/contract-events.test.ts");
const delivering = inFile("server/webhooks/delivering.test.ts");
const statuses = inFile("server/sending/update-message-status.test.ts");
const addMessage = inFile("server/messages/add-message.test.ts");
const changes = inFile("server/conversations/conversation-changes.test.ts");
const ingress = inFile("server/rest/contract-ingress.test.ts");
const errors = inFile("server/graphql/contract-errors.test.ts");
const bulk = inFile("server/clients/bulk-import.test.ts");
const importRows = inFile("server/clients/import-row.test.ts");
const gateway = inFile("server/rest/gateway-messages.test.ts");
const credits = inFile("server/gateway/credits.test.ts");
const packs = inFile("server/gateway/credit-packs.test.ts");
const plans = inFile("server/auth/plan.test.ts");
const agents = inFile("server/agents/agents.test.ts");
const doors = inFile("server/rest/contract-doors.test.ts");

const incoming = events("conversation and message events › INCOMING_MESSAGE");
const FOUR = [
  incoming,
  events("conversation and message events › NEW_CONV carries the message that opened it"),
  events("conversation and message events › OUTGOING_MESSAGE, of a note too"),
  events("conversation and message events › ENDING_CONV carries the last message"),
];
const REFERRAL = events(
  "conversation and message events › sourceType and sourceUrl on INCOMING_MESSAGE, NEW_CONV and NEW_CLIENT when there is a referral, left out otherwise",
);
const statusFields = events("MESSAGE_UPDATED › has exactly these fields, for each of the four statuses");
const newClient = events(
  "NEW_CLIENT and CLIENT_UPDATED › NEW_CLIENT is the full record with the channel; what is missing is null",
);
const clientUpdated = events(
  "NEW_CLIENT and CLIENT_UPDATED › CLIENT_UPDATED after patchClient and putClient is the record alone, with patchedAt",
);
const typeOf = (type: string): TestName =>
  events(`NEW_CLIENT and CLIENT_UPDATED › NEW_CLIENT names the channel's type: ${type}`);
const onBoth = (sentence: string): TestName[] => [
  errors(`POST /core/gq › ${sentence}`),
  errors(`POST /bot/gq › ${sentence}`),
];

export const EVENTS: RowTests = {
  Events: {
    "A webhook is registered": delivering(
      "who hears of what › the webhook of the event, and of any event but the receipts; from its creation on, in its workspace, while it is active",
    ),
    "When the event happens": [
      delivering(
        "a delivery › is signed as Standard Webhooks says, carries the caller's headers, and names the product",
      ),
      events("every event but the receipts is a POST of JSON with the caller's own headers"),
    ],
    "All events use POST": [
      events("every event but the receipts is a POST of JSON with the caller's own headers"),
      delivering("a delivery › of a receipt is a GET with exactly message_id and status, signed over the query"),
    ],
  },
  "Events › Conversation and message events": {
    "Events: `INCOMING_MESSAGE`": FOUR,
    "Payload fields:": INTRODUCES,
  },
  "Events › Conversation and message events › Payload fields": {
    event: FOUR,
    workspaceId: FOUR,
    type: events(
      "conversation and message events › a type that the sender's system may send stands in the event under its own name",
    ),
    content: FOUR,
    messageId: FOUR,
    integrationId: FOUR,
    integrationType: FOUR,
    externalClientId: FOUR,
    isAgent: FOUR,
    conversationId: FOUR,
    clientId: FOUR,
    createdAt: FOUR,
    sourceType: REFERRAL,
    sourceUrl: REFERRAL,
    debug: [
      incoming,
      inFile("server/assistants/playground/nowhere-else.test.ts")(
        "subscribers hear nothing of it, but for an ANY_EVENT webhook that asks, whose payloads say so",
      ),
    ],
  },
  "Events › MESSAGE_UPDATED": { "Fields: event (`MESSAGE_UPDATED`)": statusFields },
  "Events › NEW_CLIENT and CLIENT_UPDATED": {
    "The payload is the full client record": newClient,
    "NEW_CLIENT fires at first creation": [
      newClient,
      events("NEW_CLIENT and CLIENT_UPDATED › a contact made by hand is no NEW_CLIENT"),
      typeOf("WA_GATEWAY"),
      typeOf("WEBCHAT"),
      REFERRAL,
    ],
    "CLIENT_UPDATED fires on manual or API edits": clientUpdated,
    "Client fields in the payload": [newClient, clientUpdated],
    "Missing values are sent as null": newClient,
  },
  "Events › MESSAGE_UPDATED_SMPP": {
    "The service calls the URL": delivering(
      "a delivery › of a receipt is a GET with exactly message_id and status, signed over the query",
    ),
    "Mapping from message status": ["sent", "pending", "delivered", "read", "played", "failed"].map((status) =>
      events(`MESSAGE_UPDATED_SMPP › ${status} gives %s`),
    ),
  },
  "Events › Custom channel events": {
    "The external system reports": [
      ingress("Custom channel ingress › a message is answered with 200 and the three ids"),
      ingress(
        "Custom channel egress › an agent's reply is a POST of exactly the contract's body and our messageId, with the accessToken as bearer token",
      ),
    ],
    "Message status changes are handled": statuses(
      "the status door › raises the message and answers 200; so does an id that is not known yet, and a client's own message is not touched",
    ),
    "Gateway-plan workspaces typically": gateway(
      "an accepted send › tells NEW_CONV and OUTGOING_MESSAGE, and no NEW_CLIENT: that is for contacts who came by themselves",
    ),
  },
  Errors: {
    "Errors are identified by message text:": INTRODUCES,
    "Custom channel ingress returns 200": ingress(
      "Custom channel ingress › a message is answered with 200 and the three ids",
    ),
    "Bulk import validation reports": [
      bulk("validateBulkImportContacts › counts the rows and names what is wrong, stores nothing"),
      importRows("what is wrong with a row › a phone that is none"),
    ],
  },
  "Errors › Errors are identified by message text": {
    ...Object.fromEntries(
      [
        "Your request does not have workspaceId in GraphQL variables",
        "Invalid API key",
        "You do not have permission to access this resource using that API key",
        "Your token is invalid or expired",
        "You do not have permission to access this resource with your current role assignment",
      ].map((sentence) => [sentence, onBoth(sentence)]),
    ),
    "Target agent does not exist": errors("Target agent does not exist: missing, deleted, in another workspace"),
  },
  Limits: {
    "Free-form reply window": ["WHATSAPP", "WA_GATEWAY", "FACEBOOK", "INSTAGRAM"].map((type) =>
      addMessage(
        `is refused, and nothing stored, queued or told › on ${type} later than 24 h after the client's last message`,
      ),
    ),
    convTTL: changes("convTTL › ends what is older, once, by SYSTEM, whatever number of workers look at the same time"),
    "Credit price": packs("a credit costs 0.0008 USD in every pack"),
    "Credit reservation": [
      credits(
        "200 parallel sends with credit for 100: exactly 100 are accepted, and the ledger is right at every poll",
      ),
      credits("an attempt › that the provider refuses costs too: failed sends consume an attempt"),
    ],
    "Credit packs": packs("5 USD give 6,250 credits, 20 USD 25,000, 100 USD 125,000"),
    "Gateway plan change": [
      plans("a Gateway workspace's plan › is in no input of any operation"),
      plans(
        "a Gateway workspace's plan › cannot be changed with the command line: it has no such command, and credit takes no plan",
      ),
    ],
    "Indicative throughput": later("rates per channel, held over all workers"),
    "Messaging provider fees": INTRODUCES,
    "Clients per workspace user": agents(
      "createAgent › a second agent of one user is a conflict here, and none in another workspace",
    ),
  },
  Versioning: {
    "The REST paths carry": doors("the REST paths carry v1 and are known under no other version"),
    "The GraphQL paths have": doors("the GraphQL paths have no version segment"),
  },
};
