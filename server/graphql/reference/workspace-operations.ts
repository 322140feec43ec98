import type { OperationTable } from "./operation-words.ts";

const CHANNELS: OperationTable = {
  integrations: { section: "Channels", summary: "The channels, without their credentials.", input: { type: "CUSTOM" } },
  createIntegration: {
    section: "Channels",
    summary: "Adds a CUSTOM or TELEGRAM channel; the others are set up in the portal.",
    input: {
      name: "Web shop",
      type: "CUSTOM",
      integrationProperties: {
        endpoint: "https://shop.example.com/replies",
        validateToken: "a-secret-for-what-comes-in",
        accessToken: "a-secret-for-what-goes-out",
        externalId: "shop",
      },
    },
  },
  connectChannel: {
    section: "Channels",
    summary: "Connects a channel of any type, for a person in the portal; keys have createIntegration.",
    input: { name: "Help on our site", type: "WEBCHAT" },
    signedIn: true,
  },
  channelSetup: {
    section: "Channels",
    summary: "Where a channel's provider brings what clients write, and what to paste there by hand.",
    input: { id: "INTEGRATION_ID" },
  },
  checkChannel: {
    section: "Channels",
    summary: "Looks at a channel now: credentials, end of the access, what comes in, what waits to go out.",
    input: { id: "INTEGRATION_ID" },
  },
  sendTestMessage: {
    section: "Channels",
    summary:
      "Sends an ordinary message over a channel to see it arrive: free text, or a template where only that may be sent.",
    input: { id: "INTEGRATION_ID", to: "customer-1" },
  },
  patchIntegration: {
    section: "Channels",
    summary:
      "Renames a channel, changes how its conversations are routed, how many messages a second it sends at most, or when clients are shown that they were read.",
    input: { id: "INTEGRATION_ID", properties: { start: "AUTO" }, ratePerSecond: 20 },
  },
  patchIntegrationCredentials: {
    section: "Channels",
    summary: "Replaces some of a channel's credentials; the rest stays as it is.",
    input: { id: "INTEGRATION_ID", integrationProperties: { accessToken: "a-new-secret" } },
  },
  setIntegrationState: {
    section: "Channels",
    summary: "Switches a channel off or on.",
    input: { id: "INTEGRATION_ID", state: "disabled" },
  },
  webchatSettings: {
    section: "Channels",
    summary:
      "How a web chat looks, where it may stand, and what its site needs; the secret to sign with for people only.",
    input: { integrationId: "INTEGRATION_ID" },
  },
  patchWebchatSettings: {
    section: "Channels",
    summary: "Changes how a web chat looks and which sites may show it; what is left out stays.",
    input: {
      integrationId: "INTEGRATION_ID",
      settings: { title: "Web shop", color: "#1f6feb", allowedOrigins: ["https://shop.example.com"] },
    },
  },
  rotateWebchatSecret: {
    section: "Channels",
    summary: "A new secret to sign for visitors with; the one before it holds beside it for 24 hours.",
    input: { integrationId: "INTEGRATION_ID" },
  },
  wabaMessageTemplates: {
    section: "Channels",
    summary:
      "A channel's message templates, as the provider lists them; `refresh` asks it now. What does not fit a template's components is refused before it is sent.",
    input: { integrationId: "INTEGRATION_ID", refresh: true },
  },
  channelCapabilities: {
    section: "Channels",
    summary: "What each type of channel can do: reply window, lengths, rate, types of messages.",
    input: {},
  },
};

const WORKSPACE: OperationTable = {
  workspaceSettings: { section: "Workspace", summary: "The workspace's settings.", input: {} },
  patchWorkspaceSettings: {
    section: "Workspace",
    summary:
      "Changes the settings that are given; those who wait already are reckoned by new targets (sla) within a minute.",
    input: {
      name: "Northlight Home",
      convTTL: 48,
      optOutKeyword: "STOP",
      testNums: [{ phone: "+48 600 100 200", active: true }],
      sla: {
        firstResponseMinutes: 30,
        nextResponseMinutes: 60,
        timeZone: "Europe/Warsaw",
        hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" })),
      },
    },
  },
  auditEntries: {
    section: "Workspace",
    summary: "Who changed what in keys, channels, webhooks, settings, team and roles, newest first.",
    input: { actions: ["assignUserRole", "genApiKey"], first: 20 },
  },
  sessions: { section: "Workspace", summary: "Where the signed-in person is signed in.", input: {}, signedIn: true },
  revokeSessions: {
    section: "Workspace",
    summary: "Ends a sign-in of one's own, or all others.",
    input: {},
    signedIn: true,
  },
  changePassword: {
    section: "Workspace",
    summary: "Changes one's own password; all other sign-ins end.",
    input: { currentPassword: "correct horse battery", newPassword: "battery horse correct staple" },
    signedIn: true,
  },
  twoFactor: {
    section: "Workspace",
    summary: "Whether a code is asked after one's own password.",
    input: {},
    signedIn: true,
  },
  beginTwoFactor: {
    section: "Workspace",
    summary: "Begins to set up an authenticator app; nothing is asked of it until enableTwoFactor.",
    input: { password: "YOUR_PASSWORD" },
    signedIn: true,
  },
  enableTwoFactor: {
    section: "Workspace",
    summary: "Turns two-factor sign-in on with a first code; answers ten recovery codes, once. All other sign-ins end.",
    input: { code: "123456" },
    signedIn: true,
  },
  disableTwoFactor: {
    section: "Workspace",
    summary: "Turns two-factor sign-in off.",
    input: { password: "correct horse battery", code: "123456" },
    signedIn: true,
  },
  renewRecoveryCodes: {
    section: "Workspace",
    summary: "Ten new recovery codes in place of the old ones.",
    input: { code: "123456" },
    signedIn: true,
  },
  viewer: { section: "Workspace", summary: "Who calls, and what they may.", input: {} },
  assignUserRole: {
    section: "Workspace",
    summary: "Changes a member's role.",
    input: { userId: "MEMBER_USER_ID", role: "AGENT_PLUS" },
    signedIn: true,
  },
  assignOwner: {
    section: "Workspace",
    summary: "Hands the workspace to another member; for its owner.",
    input: { userId: "MEMBER_USER_ID" },
    signedIn: true,
  },
  deleteWorkspace: {
    section: "Workspace",
    summary: "Deletes the workspace: its keys and channels stop at once; for its owner.",
    input: {},
    signedIn: true,
  },
};

const TEAM: OperationTable = {
  members: { section: "Team", summary: "The people of the workspace, with their roles.", input: {} },
  invitations: { section: "Team", summary: "Invitations that wait for an answer.", input: {} },
  createInvitation: {
    section: "Team",
    summary: "Invites an e-mail address; the link stands in this answer only.",
    input: { email: "mia@example.com", role: "AGENT" },
  },
  resendInvitation: {
    section: "Team",
    summary: "Sends an invitation again, with a new link; the old one ends.",
    input: { id: "INVITATION_ID" },
  },
  revokeInvitation: { section: "Team", summary: "Takes an invitation back.", input: { id: "INVITATION_ID" } },
  removeMember: {
    section: "Team",
    summary: "Ends a person's membership; their conversations become nobody's.",
    input: { userId: "MEMBER_USER_ID" },
  },
};

const WEBHOOKS: OperationTable = {
  webhooks: { section: "Webhooks", summary: "The webhooks.", input: { label: "shop" } },
  createWebhook: {
    section: "Webhooks",
    summary: "Subscribes an address to an event; the signing secret stands in this answer only.",
    input: { label: "Shop", url: "https://shop.example.com/hooks", event: "INCOMING_MESSAGE" },
  },
  patchWebhook: {
    section: "Webhooks",
    summary: "Changes what is given; also switches a webhook off and on.",
    input: { id: "WEBHOOK_ID", active: true },
  },
  deleteWebhook: { section: "Webhooks", summary: "Ends a subscription.", input: { id: "WEBHOOK_ID" } },
  rotateWebhookSecret: {
    section: "Webhooks",
    summary: "A new signing secret; the old one signs beside it for 24 hours.",
    input: { id: "WEBHOOK_ID" },
  },
  webhookDeliveries: {
    section: "Webhooks",
    summary: "The delivery log of a webhook, newest first.",
    input: { webhookId: "WEBHOOK_ID", state: "failed", first: 20 },
  },
  replayWebhookDelivery: {
    section: "Webhooks",
    summary: "Delivers again, under the same webhook-id.",
    input: { id: "DELIVERY_ID" },
  },
  replayFailedWebhookDeliveries: {
    section: "Webhooks",
    summary: "Delivers again everything that failed since a time, in the order of the events; answers how many.",
    input: { webhookId: "WEBHOOK_ID", since: "2026-11-21T09:30:00Z" },
  },
  sendTestEvent: {
    section: "Webhooks",
    summary: "Sends one webhook a sample of its event with debug: true, signed and retried like any other.",
    input: { webhookId: "WEBHOOK_ID" },
  },
  events: {
    section: "Webhooks",
    summary: "Pulls what webhooks are sent, oldest first after a cursor, for systems that cannot be called.",
    input: { first: 100 },
  },
};

const GATEWAY: OperationTable = {
  creditAccount: { section: "Gateway", summary: "The balance of a Gateway workspace, in credits.", input: {} },
  creditEntries: { section: "Gateway", summary: "The ledger behind the balance, newest first.", input: { first: 20 } },
  creditPacks: { section: "Gateway", summary: "The packs that can be bought.", input: {} },
  createCreditCheckout: {
    section: "Gateway",
    summary: "A Stripe Checkout page to buy a pack on.",
    input: { pack: "USD_20" },
  },
};

/** What a workspace is made of: channels, settings, team, webhooks and credits. */
export const WORKSPACE_OPERATIONS: OperationTable = {
  ...CHANNELS,
  ...WORKSPACE,
  ...TEAM,
  ...WEBHOOKS,
  ...GATEWAY,
};
