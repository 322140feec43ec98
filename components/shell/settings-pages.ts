import { paths } from "../paths.ts";

type SettingsPage = {
  group: "you" | "workspace" | "inbox" | "developers" | "security";
  /** The permission that the page requires. null: none. */
  permission: "MANAGE_WORKSPACE" | "MANAGE_CLIENTS" | null;
  /** Only in workspaces with a team inbox, or only without one. null: both. */
  hasInbox: boolean | null;
  path: (workspaceId: number) => string;
};

const MANAGES = { permission: "MANAGE_WORKSPACE", hasInbox: null } as const;

/** The pages of the settings in the order of their navigation. Their names are in `shell.pages`. */
export const SETTINGS_PAGES = {
  profile: { group: "you", permission: null, hasInbox: null, path: settings("profile") },
  preferences: { group: "you", permission: null, hasInbox: true, path: settings("inbox") },
  notices: { group: "you", permission: null, hasInbox: true, path: settings("notices") },
  shortcuts: { group: "you", permission: null, hasInbox: null, path: settings("shortcuts") },
  workspace: { group: "workspace", ...MANAGES, path: settings("workspace") },
  team: { group: "workspace", ...MANAGES, path: settings("team") },
  tags: { group: "workspace", permission: "MANAGE_CLIENTS", hasInbox: null, path: settings("tags") },
  credits: { group: "workspace", permission: "MANAGE_WORKSPACE", hasInbox: false, path: settings("credits") },
  replies: { group: "inbox", permission: null, hasInbox: null, path: settings("replies") },
  targets: { group: "inbox", ...MANAGES, path: settings("targets") },
  apiKeys: { group: "developers", ...MANAGES, path: (workspaceId) => paths.developers(workspaceId) },
  webhooks: { group: "developers", ...MANAGES, path: developers("webhooks") },
  apiReference: { group: "developers", ...MANAGES, path: developers("reference") },
  apiExplorer: { group: "developers", ...MANAGES, path: developers("explorer") },
  security: { group: "security", permission: null, hasInbox: null, path: settings("security") },
  audit: { group: "security", ...MANAGES, path: settings("audit") },
} as const satisfies Record<string, SettingsPage>;

export type SettingsPageKey = keyof typeof SETTINGS_PAGES;

/** The pages for someone with these permissions. */
export function settingsPagesFor(permissions: readonly string[], hasInbox: boolean): SettingsPageKey[] {
  return (Object.keys(SETTINGS_PAGES) as SettingsPageKey[]).filter((key) => {
    const page: SettingsPage = SETTINGS_PAGES[key];
    if (page.hasInbox !== null && page.hasInbox !== hasInbox) return false;
    return page.permission === null || permissions.includes(page.permission);
  });
}

function settings(tab: Parameters<typeof paths.settings>[1]) {
  return (workspaceId: number) => paths.settings(workspaceId, tab);
}

function developers(tab: Parameters<typeof paths.developers>[1]) {
  return (workspaceId: number) => paths.developers(workspaceId, tab);
}
