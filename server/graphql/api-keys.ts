import type { AgentRow } from "../agents/agent-row.ts";
import { createAgentWithApiKey } from "../api-keys/create-agent-with-api-key.ts";
import { deleteApiKey } from "../api-keys/delete-api-key.ts";
import { genApiKey } from "../api-keys/gen-api-key.ts";
import type { KeyRecord } from "../api-keys/key-record.ts";
import { listApiKeys } from "../api-keys/list-api-keys.ts";
import { Agent } from "./agents.ts";
import { builder, needs } from "./builder.ts";

const ApiKeyScope = builder.enumType("ApiKeyScope", {
  values: {
    HISTORY: {
      description:
        "Brings messages of before to the custom channel's ingress: the key goes in the header x-history-key, and createdAt is the message's time.",
    },
  },
});

const ApiKey = builder.objectRef<KeyRecord>("ApiKey").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    label: t.exposeString("label"),
    key: t.exposeString("key", {
      description:
        "The secret (svck_…), whole only in the answer of the operation that created it; masked (svck_…last4) afterwards.",
    }),
    createdAt: t.string({ resolve: (key) => key.createdAt.toISOString() }),
    agentId: t.exposeID("agentId", { nullable: true }),
    scopes: t.expose("scopes", { type: [ApiKeyScope], description: "What it may do beyond the API." }),
  }),
});

const ApiKeyList = builder.objectRef<KeyRecord[]>("ApiKeyList").implement({
  fields: (t) => ({ nodes: t.field({ type: [ApiKey], resolve: (rows) => rows }) }),
});

const AgentWithApiKey = builder.objectRef<{ agent: AgentRow; apiKey: KeyRecord }>("AgentWithApiKey").implement({
  fields: (t) => ({
    agent: t.expose("agent", { type: Agent }),
    apiKey: t.expose("apiKey", { type: ApiKey }),
  }),
});

const ApiKeyGenInput = builder.inputType("ApiKeyGenInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    label: t.string({ required: true }),
    agentId: t.id(),
    scopes: t.field({ type: [ApiKeyScope], description: "Only for a key that is linked to no agent." }),
  }),
});

const ApiKeysInput = builder.inputType("ApiKeysInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), label: t.string() }),
});

const ApiKeyDeleteInput = builder.inputType("ApiKeyDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const AgentCreateWithApiKeyInput = builder.inputType("AgentCreateWithApiKeyInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    userId: t.string(),
    name: t.string({ required: true }),
    surname: t.string(),
    email: t.string(),
    apiKeyLabel: t.string(),
  }),
});

builder.queryField("apiKeys", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ApiKeyList,
    args: { input: t.arg({ type: ApiKeysInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listApiKeys(ctx, input),
  }),
);

builder.mutationField("genApiKey", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ApiKey,
    args: { input: t.arg({ type: ApiKeyGenInput, required: true }) },
    resolve: (_, { input }, { ctx }) => genApiKey(ctx, input),
  }),
);

builder.mutationField("deleteApiKey", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ApiKey,
    args: { input: t.arg({ type: ApiKeyDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deleteApiKey(ctx, input),
  }),
);

builder.mutationField("createAgentWithApiKey", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: AgentWithApiKey,
    args: { input: t.arg({ type: AgentCreateWithApiKeyInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createAgentWithApiKey(ctx, input),
  }),
);
