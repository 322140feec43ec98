/** Every address of the portal. Links are made here and nowhere else. */
export const paths = {
  home: () => "/",
  signIn: (returnTo?: string) => (returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : "/sign-in"),
  signUp: () => "/sign-up",
  forgotPassword: () => "/forgot-password",
  /** Before a workspace that requires two-factor sign-in. */
  twoFactor: (workspaceId: number) => `/two-factor/${workspaceId}`,
  /** `token` is the secret part of the link that an invited person was sent. */
  invitation: (token: string) => `/invitations/${token}`,
  workspace: (workspaceId: number) => `/${workspaceId}`,
  /** `search` holds view, filters and sort: the URL is the state. */
  inbox: (workspaceId: number, convId?: string, search?: string) =>
    `/${workspaceId}/inbox${convId ? `/${convId}` : ""}${search ? `?${search}` : ""}`,
  /** `search` holds filters, columns' order and the shape (table or board). */
  contacts: (workspaceId: number, search?: string) => `/${workspaceId}/contacts${search ? `?${search}` : ""}`,
  contact: (workspaceId: number, clientId: string) => `/${workspaceId}/contacts/${clientId}`,
  importContacts: (workspaceId: number, jobId?: string) => `/${workspaceId}/contacts/import${jobId ? `/${jobId}` : ""}`,
  broadcasts: (workspaceId: number, search?: string) => `/${workspaceId}/broadcasts${search ? `?${search}` : ""}`,
  /** `place`: of one that was begun elsewhere (broadcasts/kept-form.ts). */
  newBroadcast: (workspaceId: number, place?: string) =>
    `/${workspaceId}/broadcasts/new${place ? `?place=${place}` : ""}`,
  broadcast: (workspaceId: number, broadcastId: string) => `/${workspaceId}/broadcasts/${broadcastId}`,
  /** A file: what has become of a broadcast's recipients, or of those with one outcome. */
  exportRecipients: (workspaceId: number, broadcastId: string, outcome: string | null) =>
    `/export/broadcast-recipients?workspaceId=${workspaceId}&broadcastId=${broadcastId}${outcome ? `&outcome=${outcome}` : ""}`,
  /** `search` holds the period and the filters. */
  reports: (
    workspaceId: number,
    tab: "conversations" | "agents" | "broadcasts" | "assistants" = "conversations",
    search?: string,
  ) => `/${workspaceId}/reports${tab === "conversations" ? "" : `/${tab}`}${search ? `?${search}` : ""}`,
  channels: (workspaceId: number) => `/${workspaceId}/channels`,
  channel: (workspaceId: number, integrationId: string) => `/${workspaceId}/channels/${integrationId}`,
  /** All types of channel, or the form of one: `type` as in the address, "whatsapp". */
  connectChannel: (workspaceId: number, type?: string) => `/${workspaceId}/channels/connect${type ? `/${type}` : ""}`,
  assistants: (workspaceId: number) => `/${workspaceId}/assistants`,
  newAssistant: (workspaceId: number, type?: string) => `/${workspaceId}/assistants/new${type ? `/${type}` : ""}`,
  assistant: (workspaceId: number, aiId: string, tab: "settings" | "evals" | "answers" | "versions" = "settings") =>
    `/${workspaceId}/assistants/${aiId}${tab === "settings" ? "" : `/${tab}`}`,
  /** `search` holds the chats that are shown, and what is looked at. */
  playground: (workspaceId: number, search?: string) => `/${workspaceId}/playground${search ? `?${search}` : ""}`,
  /** The playground with an assistant chosen; `versionId` of its draft, null: as it is live. */
  tryAssistant: (workspaceId: number, aiId: string, versionId: string | null) =>
    `/${workspaceId}/playground?try=${aiId}${versionId ? `&version=${versionId}` : ""}`,
  developers: (workspaceId: number, tab: "keys" | "webhooks" | "reference" | "explorer" = "keys") =>
    tab === "keys" ? `/${workspaceId}/developers` : `/${workspaceId}/developers/${tab}`,
  /** The explorer with an operation's example in it. */
  explorer: (workspaceId: number, operation: string) => `/${workspaceId}/developers/explorer?operation=${operation}`,
  settings: (
    workspaceId: number,
    tab: "profile" | "workspace" | "team" | "tags" | "replies" | "audit" | "credits" = "profile",
  ) => (tab === "profile" ? `/${workspaceId}/settings` : `/${workspaceId}/settings/${tab}`),
} as const;
