import { INTRODUCES, inFile, type RowTests } from "./row-tests.ts";

const ingress = inFile("server/rest/contract-ingress.test.ts");
const scope = inFile("server/auth/key-scope.test.ts");
const keys = inFile("server/api-keys/api-keys.test.ts");
const errors = inFile("server/graphql/contract-errors.test.ts");
const mcpReach = inFile("server/mcp/reach.test.ts");
const roles = inFile("server/workspaces/roles.test.ts");
const permissions = inFile("server/auth/permissions.test.ts");
const events = inFile("server/graphql/contract-events.test.ts");
const portalKeys = inFile("e2e/portal/developers.spec.ts");

export const AUTHENTICATION: RowTests = {
  Authentication: {
    "1. Send the raw API key": [
      errors("POST /core/gq › content-type and the raw key as authorization are all the headers that it takes"),
      errors("POST /core/gq › Your token is invalid or expired"),
    ],
    "2. In GraphQL calls": [
      errors("POST /core/gq › Your request does not have workspaceId in GraphQL variables"),
      errors("POST /core/gq › workspaceId is a JSON number, not a string"),
    ],
    "3. A workspace key": scope(
      "convs, conv, messages, convLastMessage, openConversationsNeedResponseCount › workspace key: all conversations",
    ),
    "4. A key linked to an agent": [
      permissions("MANAGE_CLIENTS"),
      scope("Caller identity › agent-linked key: the linked agent"),
    ],
    "5. The key's workspaceId": errors(
      "POST /core/gq › You do not have permission to access this resource using that API key",
    ),
    "6. Keys are created with genApiKey": [
      keys("genApiKey › answers the secret once; it works, and only its hash is stored"),
      portalKeys("a key is shown once, works, and is refused within a second of its end"),
    ],
    "7. Permissions: MANAGE_WORKSPACE": [
      permissions("MANAGE_WORKSPACE"),
      permissions("MANAGE_CONVS"),
      permissions("MANAGE_CLIENTS"),
      scope("genApiKey, createAgent, patchWorkspaceSettings › workspace key: genApiKey is allowed"),
      scope("agentsReport › agent-linked key: rejected, of itself too"),
    ],
    "8. Custom channel ingress uses": [
      ingress("Custom channel ingress › the token in x-validate-token"),
      ingress(
        "Custom channel ingress › the token of another channel, of the workspace or of another one, opens nothing",
      ),
      events("every event but the receipts is a POST of JSON with the caller's own headers"),
    ],
    "Workspace key against agent-linked key:": INTRODUCES,
  },
  "Authentication › Workspace key against agent-linked key": {
    "Caller identity": [
      scope("Caller identity › workspace key: the key's label"),
      scope("Caller identity › agent-linked key: the linked agent"),
    ],
    "convs, conv, messages, convLastMessage, openConversationsNeedResponseCount": [
      scope(
        "convs, conv, messages, convLastMessage, openConversationsNeedResponseCount › workspace key: all conversations",
      ),
      scope(
        "convs, conv, messages, convLastMessage, openConversationsNeedResponseCount › agent-linked key: the agent's and nobody's",
      ),
      mcpReach(
        "workspace key against agent-linked key (contract.md) › reads: an agent's key sees that agent's and nobody's conversations, a workspace key all",
      ),
    ],
    "Conversation mutations (addMessage, assignConv, endConv, patchConv, tagConv)": [
      ...["addMessage", "assignConv", "endConv", "patchConv", "tagConv"].flatMap((name) => [
        scope(
          `Conversation mutations (addMessage, assignConv, endConv, patchConv, tagConv) › workspace key: ${name} on any conversation`,
        ),
        scope(
          `Conversation mutations (addMessage, assignConv, endConv, patchConv, tagConv) › agent-linked key: ${name} on the agent's and nobody's, on no other`,
        ),
      ]),
      mcpReach(
        "workspace key against agent-linked key (contract.md) › mutations: another agent's conversation is not found, and stays as it was",
      ),
    ],
    agentsReport: [
      scope("agentsReport › workspace key: allowed"),
      scope("agentsReport › agent-linked key: rejected, of itself too"),
    ],
    "genApiKey, createAgent, patchWorkspaceSettings": ["genApiKey", "createAgent", "patchWorkspaceSettings"].flatMap(
      (name) => [
        scope(`genApiKey, createAgent, patchWorkspaceSettings › workspace key: ${name} is allowed`),
        scope(`genApiKey, createAgent, patchWorkspaceSettings › agent-linked key: ${name} is rejected`),
      ],
    ),
    "assignOwner, assignUserRole, deleteWorkspace": ["assignOwner", "assignUserRole", "deleteWorkspace"].flatMap(
      (name) => [
        scope(`assignOwner, assignUserRole, deleteWorkspace › workspace key: ${name} is rejected`),
        scope(`assignOwner, assignUserRole, deleteWorkspace › agent-linked key: ${name} is rejected`),
        roles(
          `who may (contract.md, Workspace key against agent-linked key) › ${name}: the refused first and whatever their input, then those who may`,
        ),
      ],
    ),
    "clients, client": [
      scope("clients, client › workspace key: allowed, contact details not masked"),
      scope("clients, client › agent-linked key: allowed, contact details not masked"),
      mcpReach("workspace key against agent-linked key (contract.md) › contacts are unmasked for both"),
    ],
  },
};
