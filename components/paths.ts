/** All URLs of the portal. Links are built only here. */
export const paths = {
  home: () => "/",
  signIn: (returnTo?: string) => (returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : "/sign-in"),
  signUp: () => "/sign-up",
  forgotPassword: () => "/forgot-password",
  /** Shown before a workspace that requires two-factor sign-in. */
  twoFactor: (workspaceId: number) => `/two-factor/${workspaceId}`,
  /** `token` is the secret part of the link in the invitation email. */
  invitation: (token: string) => `/invitations/${token}`,
  workspace: (workspaceId: number) => `/${workspaceId}`,
  /** `search` contains view, filters and sort order: the URL is the state. */
  inbox: (workspaceId: number, convId?: string, search?: string) =>
    `/${workspaceId}/inbox${convId ? `/${convId}` : ""}${search ? `?${search}` : ""}`,
  /** `search` contains filters, sort order and layout (table or board). */
  contacts: (workspaceId: number, search?: string) => `/${workspaceId}/contacts${search ? `?${search}` : ""}`,
  contact: (workspaceId: number, clientId: string) => `/${workspaceId}/contacts/${clientId}`,
  importContacts: (workspaceId: number, jobId?: string) => `/${workspaceId}/contacts/import${jobId ? `/${jobId}` : ""}`,
  broadcasts: (workspaceId: number, search?: string) => `/${workspaceId}/broadcasts${search ? `?${search}` : ""}`,
  /** `place`: the place of a broadcast started elsewhere (broadcasts/kept-form.ts). */
  newBroadcast: (workspaceId: number, place?: string) =>
    `/${workspaceId}/broadcasts/new${place ? `?place=${place}` : ""}`,
  broadcast: (workspaceId: number, broadcastId: string) => `/${workspaceId}/broadcasts/${broadcastId}`,
  /** A file with the outcome of a broadcast's recipients, or with the recipients of one outcome. */
  exportRecipients: (workspaceId: number, broadcastId: string, outcome: string | null) =>
    `/export/broadcast-recipients?workspaceId=${workspaceId}&broadcastId=${broadcastId}${outcome ? `&outcome=${outcome}` : ""}`,
  /** `search` contains the period and the filters. */
  reports: (
    workspaceId: number,
    tab: "conversations" | "agents" | "broadcasts" | "assistants" = "conversations",
    search?: string,
  ) => `/${workspaceId}/reports${tab === "conversations" ? "" : `/${tab}`}${search ? `?${search}` : ""}`,
  channels: (workspaceId: number) => `/${workspaceId}/channels`,
  channel: (workspaceId: number, integrationId: string) => `/${workspaceId}/channels/${integrationId}`,
  /** All channel types, or the form for one. `type` is the URL slug: "whatsapp". */
  connectChannel: (workspaceId: number, type?: string) => `/${workspaceId}/channels/connect${type ? `/${type}` : ""}`,
  assistants: (workspaceId: number) => `/${workspaceId}/assistants`,
  newAssistant: (workspaceId: number, type?: string) => `/${workspaceId}/assistants/new${type ? `/${type}` : ""}`,
  assistant: (workspaceId: number, aiId: string, tab: "settings" | "evals" | "answers" | "versions" = "settings") =>
    `/${workspaceId}/assistants/${aiId}${tab === "settings" ? "" : `/${tab}`}`,
  /** `search` contains the open chats and the selected answer. */
  playground: (workspaceId: number, search?: string) => `/${workspaceId}/playground${search ? `?${search}` : ""}`,
  /** The playground with an assistant preselected. `versionId` is its draft's. null: the live version. */
  tryAssistant: (workspaceId: number, aiId: string, versionId: string | null) =>
    `/${workspaceId}/playground?try=${aiId}${versionId ? `&version=${versionId}` : ""}`,
  developers: (workspaceId: number, tab: "keys" | "webhooks" | "reference" | "explorer" = "keys") =>
    tab === "keys" ? `/${workspaceId}/developers` : `/${workspaceId}/developers/${tab}`,
  /** A webhook's delivery log. */
  deliveries: (workspaceId: number, webhookId: string) => `/${workspaceId}/developers/webhooks/${webhookId}`,
  /** The explorer with an operation's example. */
  explorer: (workspaceId: number, operation: string) => `/${workspaceId}/developers/explorer?operation=${operation}`,
  settings: (
    workspaceId: number,
    tab:
      | "profile"
      | "inbox"
      | "notices"
      | "shortcuts"
      | "workspace"
      | "team"
      | "tags"
      | "credits"
      | "replies"
      | "targets"
      | "security"
      | "audit" = "profile",
  ) => (tab === "profile" ? `/${workspaceId}/settings` : `/${workspaceId}/settings/${tab}`),
} as const;
