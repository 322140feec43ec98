import { INTRODUCES, fieldsIn, inFile, type RowTests } from "./row-tests.ts";

const ofChannels = "server/graphql/contract-resources-of-channels.test.ts";
const ofBroadcasts = "server/graphql/contract-resources-of-broadcasts.test.ts";
const errors = inFile("server/graphql/contract-errors.test.ts");
const operations = inFile("server/graphql/contract-operations.test.ts");
const events = inFile("server/graphql/contract-events.test.ts");
const doors = inFile("server/rest/contract-doors.test.ts");
const ingress = inFile("server/rest/contract-ingress.test.ts");
const addMessage = inFile("server/messages/add-message.test.ts");
const changes = inFile("server/conversations/conversation-changes.test.ts");
const received = inFile("server/messages/receive-message.test.ts");
const statuses = inFile("server/sending/update-message-status.test.ts");
const startConv = inFile("server/conversations/start-conv.test.ts");
const plans = inFile("server/auth/plan.test.ts");
const gateway = inFile("server/rest/gateway-messages.test.ts");
const workspaces = inFile("server/workspaces/workspaces.test.ts");
const broadcasts = inFile("server/broadcasts/broadcasts.test.ts");
const sending = inFile("server/broadcasts/sending-broadcasts.test.ts");
const inService = inFile("server/assistants/turns/providers-in-service.test.ts");
const replies = inFile("server/assistants/turns/replies.test.ts");

/** Tests of contract.md, "What the service does" and "States and transitions". */
export const SERVICE: RowTests = {
  "": {
    "This single document": INTRODUCES,
    "Addresses are written": INTRODUCES,
    "Sample values are": INTRODUCES,
  },
  "What the service does": {
    "The service connects": INTRODUCES,
    "It stores clients": INTRODUCES,
    "It assigns conversations": INTRODUCES,
    "The service has these interfaces:": INTRODUCES,
    "GraphQL envelope": INTRODUCES,
    "1. The HTTP method is POST": errors("POST /core/gq › a POST of query, variables and optionally operationName"),
    "2. Every operation takes one variable": operations(
      "every operation takes one input with a workspaceId of type Int!",
    ),
    "3. The response body is JSON": [
      operations("lists are answered as nodes, paged ones with pageInfo too"),
      errors("POST /bot/gq › content-type and the raw key as authorization are all the headers that it takes"),
    ],
    "4. Request header": errors(
      "POST /core/gq › content-type and the raw key as authorization are all the headers that it takes",
    ),
    "Messaging is asynchronous": addMessage("is stored as pending, queued, told, and answers the client's waiting"),
    "A new outgoing message": addMessage("is stored as pending, queued, told, and answers the client's waiting"),
    "Later status changes arrive": events("MESSAGE_UPDATED › has exactly these fields, for each of the four statuses"),
    "Plans: a workspace is on a plan": workspaces("createWorkspace › makes all that a workspace begins with"),
    "The Gateway plan is for": [
      plans("of all operations › /core/gq: a Gateway workspace is refused those of the inbox plans, and no other"),
      gateway(
        "an accepted send › answers 202 {messageId, status, creditsLeft}, and stores client, conversation, message and one reserved credit",
      ),
    ],
    "The other plans are Inbox plans": plans(
      "of all operations › /core/gq: an Inbox workspace is refused those of the Gateway plan, and no other",
    ),
  },
  "What the service does › The service has these interfaces": {
    "Core GraphQL": doors("Core GraphQL answers at its method and address"),
    "Assistant GraphQL": doors("Assistant GraphQL answers at its method and address"),
    "Custom channel ingress": doors("Custom channel ingress answers at its method and address"),
    "Gateway send (REST)": doors("Gateway send (REST) answers at its method and address"),
    "Outgoing webhooks": events("every event but the receipts is a POST of JSON with the caller's own headers"),
    "Custom channel egress": ingress(
      "Custom channel egress › an agent's reply is a POST of exactly the contract's body and our messageId, with the accessToken as bearer token",
    ),
  },
  "States and transitions › Broadcast state": {
    "States: draft, scheduled": inFile(ofBroadcasts)("Broadcast › state"),
    "draft / createBroadcast": [
      inFile(ofBroadcasts)("Broadcast state › createBroadcast without scheduledAt makes a draft"),
      broadcasts("createBroadcast › without a time makes a draft that nothing has been sent of"),
    ],
    "draft / launchBroadcast": [
      inFile(ofBroadcasts)(
        "Broadcast state › launchBroadcast: inProgress, startedAt set, completedAt empty, failedCount 0",
      ),
      sending("a broadcast › completes when its last message settles, and not before"),
    ],
  },
  "States and transitions › Conversation": {
    "States: open (ended = false)": Object.values(
      fieldsIn(ofChannels, "Conversation", ["ended", "endedBy", "endedAt"]),
    ),
    "(none)": [
      received("what is stored › the first message makes client, conversation and message as the contract says"),
      events("conversation and message events › NEW_CONV carries the message that opened it"),
    ],
    "open / startConv": startConv(
      "startConv › opens a conversation with a template, which is queued and told: NEW_CONV, then OUTGOING_MESSAGE",
    ),
    "open / agent or AI assistant ends it": [
      changes("endConv › ends it once, whoever asks at the same time, with its last message"),
      events("conversation and message events › ENDING_CONV carries the last message"),
      replies("what it wants done › text first, then the end, by SYSTEM"),
    ],
    "open / convTTL hours pass": changes(
      "convTTL › ends what is older, once, by SYSTEM, whatever number of workers look at the same time",
    ),
    "open / assignConv": [
      changes(
        "assignConv › gives it to an agent, takes it back, and raises ownerVersion with every change and none without",
      ),
      changes(
        "assignConv › isAi takes the channel's assistant, else the workspace's first, and says so when there is none",
      ),
    ],
    "open / reply keyword `#END#` from an AI provider": inService(
      "provider_a › #END# in its reply: the text first, then the conversation is ended by SYSTEM, and told",
    ),
    "open / reply keyword `#HANDOVER#` from an AI provider": inService(
      "provider_a › #HANDOVER# in its reply: the text first, then a person has the conversation",
    ),
  },
  "States and transitions › Message status": {
    "Values: pending, sent": statuses(
      "one event per real change › sent, delivered, read, played: MESSAGE_UPDATED per change, played from read tells nothing, SMPP when its word changes",
    ),
    "A message created by addMessage": addMessage(
      "is stored as pending, queued, told, and answers the client's waiting",
    ),
    "Status changes arrive asynchronously": events(
      "MESSAGE_UPDATED › has exactly these fields, for each of the four statuses",
    ),
  },
  "States and transitions › Client archive": {
    active: received(
      "opt-out and archive › the keyword archives by SYSTEM and ends the open conversations, on every channel",
    ),
    archived: received("opt-out and archive › an archived client who writes is unarchived, but not by the keyword"),
  },
};
