import { randomUUID } from "node:crypto";
import type { Expectation } from "./expectation.ts";
import { CONTACT_MUTATIONS } from "./contact-mutations.ts";
import { INBOX_MUTATIONS } from "./inbox-mutations.ts";
import { SEGMENTS, TEMPLATE } from "./template.ts";

/** Mutations of POST /core/gq. */
export const CORE_MUTATIONS = {
  ...CONTACT_MUTATIONS,
  ...INBOX_MUTATIONS,
  assignOwner: {
    input: async ({ newMember }) => ({ userId: await newMember() }),
    ids: { userId: ["user", "NOT_FOUND"] },
    alone: true,
  },
  assignUserRole: {
    input: async ({ newMember }) => ({ userId: await newMember(), role: "AGENT_PLUS" }),
    ids: { userId: ["user", "NOT_FOUND"] },
  },
  cancelBroadcast: {
    input: async ({ newBroadcast }) => ({ id: await newBroadcast("scheduled") }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  checkChannel: {
    input: ({ ids }) => ({ id: ids.integration }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  connectChannel: {
    input: () => ({ name: "New", type: "WEBCHAT" }),
    json: { integrationProperties: [] },
    withoutAgent: "FORBIDDEN_ROLE",
  },
  // A state is the caller's own: server/integrations/channel-sign-in.test.ts.
  finishChannelSignIn: {
    input: () => ({ code: "no code", state: "no state" }),
    furthest: "BAD_INPUT",
    withoutPerson: "FORBIDDEN_ROLE",
  },
  createAgent: {
    input: async ({ newUser }) => {
      const { id, email } = await newUser();
      return { userId: id, name: "New", email };
    },
    ids: { userId: ["stranger", "free"] },
  },
  createAgentWithApiKey: {
    input: async ({ newUser }) => ({ userId: (await newUser()).id, name: "New" }),
    ids: { userId: ["stranger", "free"] },
  },
  createBroadcast: {
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
      ...SEGMENTS,
    },
    json: { templateComponents: [] },
  },
  createCreditCheckout: {
    input: () => ({ pack: "USD_5" }),
    furthest: "PROVIDER_ERROR",
  },
  createInvitation: {
    input: () => ({ email: `new-${randomUUID()}@example.com`, role: "AGENT" }),
  },
  createIntegration: {
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
  createUpload: { input: () => ({ contentType: "image/png", purpose: "media" }) },
  createWebhook: {
    input: () => ({ label: "New", url: "http://127.0.0.1:9/hook", event: "ANY_EVENT", headers: { own: "1" } }),
    json: { headers: [] },
  },
  deleteApiKey: {
    input: async ({ newApiKey }) => ({ id: (await newApiKey()).id }),
    ids: { id: ["apiKey", "NOT_FOUND"] },
  },
  deleteSsoDomain: {
    input: async ({ newSsoDomain }) => ({ id: await newSsoDomain() }),
    ids: { id: ["ssoDomain", "NOT_FOUND"] },
  },
  deleteWebhook: {
    input: async ({ newWebhook }) => ({ id: await newWebhook() }),
    ids: { id: ["webhook", "NOT_FOUND"] },
  },
  deleteWorkspace: { input: () => ({}), alone: true },
  genApiKey: {
    input: ({ ids }) => ({ label: "New", agentId: ids.agent }),
    ids: { agentId: ["agent", "NOT_FOUND"] },
  },
  launchBroadcast: {
    input: async ({ newBroadcast }) => ({ id: await newBroadcast() }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  patchAgent: {
    input: ({ ids }) => ({ id: ids.agent, name: "Patched" }),
    ids: { id: ["agent", "NOT_FOUND"] },
  },
  patchBroadcast: {
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
      ...SEGMENTS,
    },
    json: { templateComponents: [] },
  },
  patchIntegration: {
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
    input: ({ ids }) => ({ id: ids.integration, integrationProperties: { accessToken: randomUUID() } }),
    ids: { id: ["integration", "NOT_FOUND"] },
    json: { integrationProperties: [] },
  },
  patchWebchatSettings: {
    input: ({ ids }) => ({ integrationId: ids.webchat, settings: { title: "Help" } }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  patchWebhook: {
    input: ({ ids }) => ({ id: ids.webhook, label: "Patched", headers: null }),
    ids: { id: ["webhook", "NOT_FOUND"] },
    json: { headers: [] },
  },
  patchWorkspaceSettings: {
    input: () => ({ testNums: [{ phone: "+48601234567", active: true }] }),
  },
  removeMember: {
    input: async ({ newMember }) => ({ userId: await newMember() }),
    ids: { userId: ["user", "NOT_FOUND"] },
  },
  replayFailedWebhookDeliveries: {
    input: async ({ newWebhook, newDelivery }) => {
      const webhookId = await newWebhook();
      await newDelivery(webhookId);
      return { webhookId, since: "2026-01-01T00:00:00Z" };
    },
    ids: { webhookId: ["webhook", "NOT_FOUND"] },
  },
  replayWebhookDelivery: {
    input: async ({ newWebhook, newDelivery }) => ({ id: await newDelivery(await newWebhook()) }),
    ids: { id: ["delivery", "NOT_FOUND"] },
  },
  resendInvitation: {
    input: async ({ newInvitation }) => ({ id: await newInvitation() }),
    ids: { id: ["invitation", "NOT_FOUND"] },
  },
  retryBroadcast: {
    input: async ({ newFailedBroadcast }) => ({ id: await newFailedBroadcast() }),
    ids: { id: ["broadcast", "NOT_FOUND"] },
  },
  revokeInvitation: {
    input: async ({ newInvitation }) => ({ id: await newInvitation() }),
    ids: { id: ["invitation", "NOT_FOUND"] },
  },
  saveSsoDomain: {
    input: () => ({
      domain: `d${randomUUID()}.example.com`,
      ...{ issuer: "http://127.0.0.1:9", clientId: "portal", clientSecret: "secret", defaultRole: "AGENT" },
      isRequired: false,
    }),
    // The provider's id of the portal.
    ids: { clientId: ["externalClientId", "free"] },
  },
  rotateWebchatSecret: {
    input: ({ ids }) => ({ integrationId: ids.webchat }),
    ids: { integrationId: ["webchat", "NOT_FOUND"] },
  },
  rotateWebhookSecret: {
    input: async ({ newWebhook }) => ({ id: await newWebhook() }),
    ids: { id: ["webhook", "NOT_FOUND"] },
  },
  sendTestEvent: {
    input: async ({ newWebhook }) => ({ webhookId: await newWebhook() }),
    ids: { webhookId: ["webhook", "NOT_FOUND"] },
  },
  changePassword: {
    // The owner's current password. A caller without a password may give any value.
    input: () => ({ currentPassword: "correct horse battery", newPassword: `new ${randomUUID()}` }),
    alone: true,
    withoutPerson: "NOT_FOUND",
  },
  beginTwoFactor: {
    input: () => ({ password: "nobody's password" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  enableTwoFactor: {
    input: () => ({ code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  disableTwoFactor: {
    input: () => ({ password: "nobody's password", code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  renewRecoveryCodes: {
    input: () => ({ code: "no code" }),
    furthest: "BAD_INPUT",
    withoutPerson: "NOT_FOUND",
  },
  revokeSessions: {
    input: () => ({}),
    ids: { id: ["user", "NOT_FOUND"] },
    withoutPerson: "NOT_FOUND",
  },
  setPreferences: {
    input: () => ({ preferences: { density: "compact" } }),
    json: { preferences: [] },
    withoutPerson: "NOT_FOUND",
  },
  savePushSubscription: {
    input: () => ({
      endpoint: `http://127.0.0.1:9/push/${randomUUID()}`,
      p256dh: "BEsHoGt74rSfIVjM9OEhfdy3mvuubTEbS8wTgBH0ZoYuGXdfZJxm2AbP9uuVjPLSbXEAgz9tX73NzvBr-O1uYmQ",
      auth: "3jKbw2pIILpCTosyM820fw",
      timeZone: "Europe/Berlin",
    }),
    withoutPerson: "NOT_FOUND",
  },
  // The browser is the caller's own, or unknown.
  deletePushSubscription: {
    input: () => ({ endpoint: `http://127.0.0.1:9/push/${randomUUID()}` }),
    furthest: "NOT_FOUND",
    withoutPerson: "NOT_FOUND",
  },
  setAvailability: { input: () => ({ isAvailable: true }), withoutAgent: "NOT_FOUND" },
  sendTestMessage: {
    input: ({ ids }) => ({ id: ids.integration, to: `tester-${randomUUID()}` }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  setIntegrationState: {
    input: ({ ids }) => ({ id: ids.integration, state: "active" }),
    ids: { id: ["integration", "NOT_FOUND"] },
  },
  // No name server has its record: server/sso/sso.test.ts.
  verifySsoDomain: {
    input: async ({ newSsoDomain }) => ({ id: await newSsoDomain() }),
    ids: { id: ["ssoDomain", "NOT_FOUND"] },
    furthest: "CONFLICT",
  },
} satisfies Record<string, Expectation>;
