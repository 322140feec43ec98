/** Every address of the portal. Links are made here and nowhere else. */
export const paths = {
  home: () => "/",
  signIn: (returnTo?: string) => (returnTo ? `/sign-in?returnTo=${encodeURIComponent(returnTo)}` : "/sign-in"),
  signUp: () => "/sign-up",
  workspace: (workspaceId: number) => `/${workspaceId}`,
  /** `search` holds view, filters and sort: the URL is the state. */
  inbox: (workspaceId: number, convId?: string, search?: string) =>
    `/${workspaceId}/inbox${convId ? `/${convId}` : ""}${search ? `?${search}` : ""}`,
  channels: (workspaceId: number) => `/${workspaceId}/channels`,
  channel: (workspaceId: number, integrationId: string) => `/${workspaceId}/channels/${integrationId}`,
  developers: (workspaceId: number, tab: "keys" | "webhooks" = "keys") =>
    tab === "keys" ? `/${workspaceId}/developers` : `/${workspaceId}/developers/webhooks`,
  settings: (workspaceId: number, tab: "profile" | "workspace" | "tags" = "profile") =>
    tab === "profile" ? `/${workspaceId}/settings` : `/${workspaceId}/settings/${tab}`,
} as const;
