import { createAgentWithApiKey } from "../api-keys/create-agent-with-api-key.ts";
import { deleteApiKey } from "../api-keys/delete-api-key.ts";
import { genApiKey } from "../api-keys/gen-api-key.ts";
import type { NewKey } from "../api-keys/key-record.ts";
import { listApiKeys } from "../api-keys/list-api-keys.ts";
import { KEY_PERMISSIONS, keyPermissions } from "../auth/permissions.ts";
import { maskKey } from "../auth/key-format.ts";
import type { Agent as AgentRow, ApiKey as KeyRow } from "../generated/prisma/client.ts";
import { Agent } from "./agents.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const ApiKeyScope = builder.enumType("ApiKeyScope", {
  values: {
    HISTORY: {
      description:
        "Brings messages of before to the custom channel's ingress: the key goes in the header x-history-key, and createdAt is the message's time.",
    },
  },
});

const Permission = builder.enumType("Permission", { values: KEY_PERMISSIONS });

const ApiKey = builder.prismaObject("ApiKey", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    label: t.exposeString("label"),
    key: t.string({
      description:
        "The secret (svck_…), whole only in the answer of the operation that created it; masked (svck_…last4) afterwards.",
      resolve: ({ key, last4 }: KeyRow & Partial<Pick<NewKey, "key">>) => key ?? maskKey(last4),
    }),
    createdAt: t.string({ resolve: (key) => key.createdAt.toISOString() }),
    agentId: t.exposeID("agentId", { nullable: true }),
    scopes: t.expose("scopes", { type: [ApiKeyScope], description: "What it may do beyond the API." }),
    permissions: t.field({
      type: [Permission],
      description: "What it may do.",
      resolve: ({ agentId, permissions }) => [...keyPermissions(agentId, permissions)],
    }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true, description: "null: never." }),
    allowedRanges: t.exposeStringList("allowedRanges", {
      description: "The networks from which it may be used. Empty: from everywhere.",
    }),
    lastUsedAt: t.expose("lastUsedAt", {
      ...{ type: "DateTime", nullable: true, description: "To the minute. null: never used." },
    }),
  }),
});

const ApiKeyList = listOf(builder, ApiKey);

const AgentWithApiKey = builder.objectRef<{ agent: AgentRow; apiKey: NewKey }>("AgentWithApiKey").implement({
  fields: (t) => ({
    agent: t.expose("agent", { type: Agent }),
    apiKey: t.expose("apiKey", { type: ApiKey }),
  }),
});

const { query, mutation } = section(builder, "API keys");

query("apiKeys", listApiKeys, {
  type: ApiKeyList,
  input: (t) => ({ label: t.string() }),
  says: "The workspace's keys, with their secrets masked.",
  example: { label: "shop" },
});

mutation("genApiKey", genApiKey, {
  type: ApiKey,
  input: (t) => ({
    label: t.string({ required: true }),
    agentId: t.id(),
    scopes: t.field({ type: [ApiKeyScope], description: "Only for a key that is linked to no agent." }),
    permissions: t.field({
      type: [Permission],
      description:
        "Only these, and always USE_CONVS; MANAGE_WORKSPACE includes MANAGE_CLIENTS and MANAGE_CONVS. Left out: all that keys of its kind may.",
    }),
    expiresAt: t.field({ type: "DateTime", description: "Admins are told a week before. Left out: never." }),
    allowedRanges: t.stringList({
      description: "IP addresses and networks, like 203.0.113.0/24, up to 50. Left out: from everywhere.",
    }),
  }),
  says: "Makes a key, for the whole workspace or for one agent; its secret stands in this answer only.",
  example: { label: "Web shop" },
});

mutation("deleteApiKey", deleteApiKey, {
  type: ApiKey,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Revokes a key; it stops within a second, on every door.",
  example: { id: "API_KEY_ID" },
});

mutation("createAgentWithApiKey", createAgentWithApiKey, {
  type: AgentWithApiKey,
  inputName: "AgentCreateWithApiKeyInput",
  input: (t) => ({
    userId: t.string(),
    name: t.string({ required: true }),
    surname: t.string(),
    email: t.string(),
    apiKeyLabel: t.string(),
  }),
  says: "Makes an agent and a key linked to it, both or neither.",
  example: { name: "Order bot", surname: "Nights", apiKeyLabel: "Order bot" },
});
