import { randomUUID } from "node:crypto";
import { COMPOSER_MUTATIONS } from "./composer-operations.ts";
import { BULK_MUTATIONS } from "./bulk-operations.ts";
import type { Expectation } from "./expectation.ts";
import { INBOX_MUTATIONS } from "./inbox-mutations.ts";
import { TEMPLATE } from "./template.ts";

/** Mutations of POST /core/gq. */
export const CORE_MUTATIONS = {
  ...COMPOSER_MUTATIONS,
  ...INBOX_MUTATIONS,
  ...BULK_MUTATIONS,
  archiveClient: {
    right: "MANAGE_CLIENTS",
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  assignOwner: {
    right: "assignOwner",
    input: async ({ newMember }) => ({ userId: await newMember() }),
    ids: { userId: ["user", "NOT_FOUND"] },
    alone: true,
  },
  assignUserRole: {
    right: "assignUserRole",
    input: async ({ newMember }) => ({ userId: await newMember(), role: "AGENT_PLUS" }),
    ids: { userId: ["user", "NOT_FOUND"] },
  },
  bulkPatchClients: {
    right: "MANAGE_CLIENTS",
    input: async ({ ids, newClient }) => ({ ids: [(await newClient()).id], stageId: ids.clientStage }),
    ids: { "ids.0": ["client", "NOT_FOUND"], stageId: ["clientStage", "NOT_FOUND"] },
  },
  bulkImportContacts: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ fileName: ids.importFile }),
    ids: { fileName: ["importFile", "NOT_FOUND"] },
  },
  bulkPatchTags: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({ patches: [{ id: ids.tag, order: 1 }] }),
    ids: { "patches.0.id": ["tag", "NOT_FOUND"] },
  },
  cancelBulkImport: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newJob }) => ({ jobId: await newJob() }),
    ids: { jobId: ["importJob", "NOT_FOUND"] },
  },
  cancelBroadcast: {
    right: "MANAGE_BROADCASTS",
    input: async ({ newBroadcast }) => ({ id: await newBroadcast("scheduled") }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  checkChannel: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.integration }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  connectChannel: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ name: "New", type: "WEBCHAT" }),
    json: { integrationProperties: [] },
    withoutAgent: "FORBIDDEN_ROLE",
  },
  createAgent: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newUser }) => {
      const { id, email } = await newUser();
      return { userId: id, name: "New", email };
    },
    ids: { userId: ["stranger", "free"] },
  },
  createAgentWithApiKey: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newUser }) => ({ userId: (await newUser()).id, name: "New" }),
    ids: { userId: ["stranger", "free"] },
  },
  createBroadcast: {
    right: "MANAGE_BROADCASTS",
    input: ({ ids }) => ({
      name: "New",
      integrationId: ids.integration,
      clientStageId: ids.clientStage,
      ...TEMPLATE,
    }),
    ids: {
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
    },
    json: { templateComponents: [] },
  },
  createClient: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({
      externalClientId: `new-${randomUUID()}`,
      defaultAgentId: ids.agent,
      stage: ids.clientStageValue,
    }),
    ids: {
      defaultAgentId: ["agent", "NOT_FOUND"],
      externalClientId: ["externalClientId", "free"],
      stage: ["clientStageValue", "NOT_FOUND"],
    },
  },
  createCreditCheckout: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ pack: "USD_5" }),
    plan: "GATEWAY",
    furthest: "PROVIDER_ERROR",
  },
  createInvitation: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ email: `new-${randomUUID()}@example.com`, role: "AGENT" }),
  },
  createIntegration: {
    right: "MANAGE_WORKSPACE",
    input: () => ({
      name: "New",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: "http://127.0.0.1:9/replies",
        validateToken: randomUUID(),
        accessToken: randomUUID(),
        externalId: "new",
      },
    }),
    json: { integrationProperties: [] },
  },
  createTag: { right: "MANAGE_CLIENTS", input: () => ({ type: "client", tag: `new ${randomUUID()}` }) },
  createUpload: { right: "anyone", input: () => ({ contentType: "image/png", purpose: "media" }) },
  createWebhook: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ label: "New", url: "http://127.0.0.1:9/hook", event: "ANY_EVENT", headers: { own: "1" } }),
    json: { headers: [] },
  },
  deleteApiKey: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newApiKey }) => ({ id: (await newApiKey()).id }),
    ids: { id: ["apiKey", "NOT_FOUND"] },
  },
  deleteTag: {
    right: "MANAGE_CLIENTS",
    input: async ({ newTag }) => ({ id: (await newTag("client")).id }),
    ids: { id: ["tag", "NOT_FOUND"] },
  },
  deleteWebhook: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newWebhook }) => ({ id: await newWebhook() }),
    ids: { id: ["webhook", "NOT_FOUND"] },
  },
  deleteWorkspace: { right: "deleteWorkspace", input: () => ({}), alone: true },
  genApiKey: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ label: "New", agentId: ids.agent }),
    ids: { agentId: ["agent", "NOT_FOUND"] },
  },
  launchBroadcast: {
    right: "MANAGE_BROADCASTS",
    input: async ({ newBroadcast }) => ({ id: await newBroadcast() }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  mergeClients: {
    right: "MANAGE_CLIENTS",
    input: async ({ newClient }) => {
      const [{ id }, source] = [await newClient(), await newClient()];
      return { id, sourceIds: [source.id], values: [{ field: "name", clientId: source.id }] };
    },
    ids: {
      id: ["client", "NOT_FOUND"],
      "sourceIds.0": ["client", "NOT_FOUND"],
      "values.0.clientId": ["client", "BAD_INPUT"],
    },
  },
  patchAgent: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.agent, name: "Patched" }),
    ids: { id: ["agent", "NOT_FOUND"] },
  },
  patchClient: {
    right: "MANAGE_CLIENTS",
    input: async ({ ids, newClient }) => ({
      id: (await newClient()).id,
      defaultAgentId: ids.agent,
      stageId: ids.clientStage,
    }),
    ids: {
      id: ["client", "NOT_FOUND"],
      defaultAgentId: ["agent", "NOT_FOUND"],
      stageId: ["clientStage", "NOT_FOUND"],
    },
  },
  patchBroadcast: {
    right: "MANAGE_BROADCASTS",
    input: async ({ ids, newBroadcast }) => ({
      id: await newBroadcast(),
      integrationId: ids.integration,
      clientStageId: ids.clientStage,
      ...TEMPLATE,
    }),
    ids: {
      id: ["broadcast", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      "clientIds.0": ["client", "NOT_FOUND"],
      clientStageId: ["clientStage", "NOT_FOUND"],
    },
    json: { templateComponents: [] },
  },
  patchIntegration: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({
      id: ids.integration,
      properties: {
        start: "AGENT_BY_COUNTRY_CODE",
        assigneeId: ids.agent,
        byCountryCodeConfig: [{ code: "PL", assigneeId: ids.agent }],
        handover: { toAgentId: ids.agent },
      },
    }),
    ids: {
      id: ["integration", "NOT_FOUND"],
      "properties.assigneeId": ["agent", "NOT_FOUND"],
      "properties.byCountryCodeConfig.0.assigneeId": ["assistant", "NOT_FOUND"],
      "properties.handover.toAgentId": ["agent", "NOT_FOUND"],
    },
    json: { properties: ["assigneeId", "byCountryCodeConfig.0.assigneeId", "handover.toAgentId"] },
  },
  patchIntegrationCredentials: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.integration, integrationProperties: { accessToken: randomUUID() } }),
    ids: { id: ["integration", "NOT_FOUND"] },
    json: { integrationProperties: [] },
  },
  patchWebchatSettings: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ integrationId: ids.webchat, settings: { title: "Help" } }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  patchWebhook: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.webhook, label: "Patched", headers: null }),
    ids: { id: ["webhook", "NOT_FOUND"] },
    json: { headers: [] },
  },
  patchWorkspaceSettings: {
    right: "MANAGE_WORKSPACE",
    input: () => ({ testNums: [{ phone: "+48601234567", active: true }] }),
  },
  putClient: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({ externalClientId: `new-${randomUUID()}`, defaultAgentId: ids.agent }),
    ids: { defaultAgentId: ["agent", "NOT_FOUND"], externalClientId: ["externalClientId", "free"] },
  },
  removeMember: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newMember }) => ({ userId: await newMember() }),
    ids: { userId: ["user", "NOT_FOUND"] },
  },
  replayFailedWebhookDeliveries: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newWebhook, newDelivery }) => {
      const webhookId = await newWebhook();
      await newDelivery(webhookId);
      return { webhookId, since: "2026-01-01T00:00:00Z" };
    },
    ids: { webhookId: ["webhook", "NOT_FOUND"] },
  },
  replayWebhookDelivery: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newWebhook, newDelivery }) => ({ id: await newDelivery(await newWebhook()) }),
    ids: { id: ["delivery", "NOT_FOUND"] },
  },
  resendInvitation: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newInvitation }) => ({ id: await newInvitation() }),
    ids: { id: ["invitation", "NOT_FOUND"] },
  },
  retryBroadcast: {
    right: "MANAGE_BROADCASTS",
    input: async ({ newFailedBroadcast }) => ({ id: await newFailedBroadcast() }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  revokeInvitation: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newInvitation }) => ({ id: await newInvitation() }),
    ids: { id: ["invitation", "NOT_FOUND"] },
  },
  rotateWebchatSecret: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ integrationId: ids.webchat }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  rotateWebhookSecret: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newWebhook }) => ({ id: await newWebhook() }),
    ids: { id: ["webhook", "NOT_FOUND"] },
  },
  sendTestEvent: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newWebhook }) => ({ webhookId: await newWebhook() }),
    ids: { webhookId: ["webhook", "NOT_FOUND"] },
  },
  changePassword: {
    right: "anyone",
    // The owner has that one; who has none yet may name whatever they like.
    input: () => ({ currentPassword: "correct horse battery", newPassword: `new ${randomUUID()}` }),
    alone: true,
    withoutPerson: "NOT_FOUND",
  },
  beginTwoFactor: {
    right: "anyone",
    input: () => ({ password: "nobody's password" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  enableTwoFactor: {
    right: "anyone",
    input: () => ({ code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  disableTwoFactor: {
    right: "anyone",
    input: () => ({ password: "nobody's password", code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  renewRecoveryCodes: {
    right: "anyone",
    input: () => ({ code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  revokeSessions: {
    right: "anyone",
    input: () => ({}),
    ids: { id: ["user", "NOT_FOUND"] },
    withoutPerson: "NOT_FOUND",
  },
  setPreferences: {
    right: "anyone",
    input: () => ({ preferences: { density: "compact" } }),
    json: { preferences: [] },
    withoutPerson: "NOT_FOUND",
  },
  savePushSubscription: {
    right: "anyone",
    input: () => ({
      endpoint: `http://127.0.0.1:9/push/${randomUUID()}`,
      p256dh: "BEsHoGt74rSfIVjM9OEhfdy3mvuubTEbS8wTgBH0ZoYuGXdfZJxm2AbP9uuVjPLSbXEAgz9tX73NzvBr-O1uYmQ",
      auth: "3jKbw2pIILpCTosyM820fw",
      timeZone: "Europe/Berlin",
    }),
    withoutPerson: "NOT_FOUND",
  },
  // The browser is the caller's own, or nobody's.
  deletePushSubscription: {
    right: "anyone",
    input: () => ({ endpoint: `http://127.0.0.1:9/push/${randomUUID()}` }),
    furthest: "NOT_FOUND",
    withoutPerson: "NOT_FOUND",
  },
  setAvailability: { right: "anyone", input: () => ({ isAvailable: true }), withoutAgent: "NOT_FOUND" },
  sendTestMessage: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.integration, to: `tester-${randomUUID()}` }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  setIntegrationState: {
    right: "MANAGE_WORKSPACE",
    input: ({ ids }) => ({ id: ids.integration, state: "active" }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  exportClientData: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  eraseClient: {
    right: "MANAGE_WORKSPACE",
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  undoMerge: {
    right: "MANAGE_CLIENTS",
    input: async ({ newMerge }) => ({ mergeId: (await newMerge()).mergeId }),
    ids: { mergeId: ["clientMerge", "NOT_FOUND"] },
  },
  unarchiveClient: {
    right: "MANAGE_CLIENTS",
    input: ({ ids }) => ({ id: ids.client }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
} satisfies Record<string, Expectation>;
