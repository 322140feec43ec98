import { paths } from "../paths.ts";

type PalettePage = {
  section: "go" | "settings";
  /** The permission that the page requires. null: none. */
  permission: "MANAGE_WORKSPACE" | "MANAGE_CLIENTS" | "MANAGE_CONVS" | "MANAGE_BROADCASTS" | null;
  /** Only in workspaces with a team inbox, or only without one. null: both. */
  hasInbox: boolean | null;
  path: (workspaceId: number) => string;
};

/** The portal's pages below its sections (shell/sections.ts), in palette order. Their names are in keys.json. */
export const PALETTE_PAGES = {
  importContacts: {
    section: "go",
    permission: "MANAGE_WORKSPACE",
    hasInbox: null,
    path: (workspaceId) => paths.importContacts(workspaceId),
  },
  newBroadcast: { section: "go", permission: "MANAGE_BROADCASTS", hasInbox: true, path: paths.newBroadcast },
  reportsAgents: report("agents"),
  reportsBroadcasts: report("broadcasts"),
  reportsAssistants: report("assistants"),
  connectChannel: {
    section: "go",
    permission: "MANAGE_WORKSPACE",
    hasInbox: null,
    path: (workspaceId) => paths.connectChannel(workspaceId),
  },
  newAssistant: {
    section: "go",
    permission: "MANAGE_WORKSPACE",
    hasInbox: true,
    path: (workspaceId) => paths.newAssistant(workspaceId),
  },
  webhooks: developers("webhooks"),
  reference: developers("reference"),
  explorer: developers("explorer"),
  profile: settings("profile", null),
  workspace: settings("workspace", "MANAGE_WORKSPACE"),
  team: settings("team", "MANAGE_WORKSPACE"),
  tags: settings("tags", "MANAGE_CLIENTS"),
  replies: settings("replies", null),
  audit: settings("audit", "MANAGE_WORKSPACE"),
  credits: settings("credits", "MANAGE_WORKSPACE", false),
} as const satisfies Record<string, PalettePage>;

type PalettePageKey = keyof typeof PALETTE_PAGES;

/** The pages for someone with these permissions. */
export function pagesFor(permissions: readonly string[], hasInbox: boolean): PalettePageKey[] {
  return (Object.keys(PALETTE_PAGES) as PalettePageKey[]).filter((key) => {
    const page: PalettePage = PALETTE_PAGES[key];
    if (page.hasInbox !== null && page.hasInbox !== hasInbox) return false;
    return page.permission === null || permissions.includes(page.permission);
  });
}

function report(tab: "agents" | "broadcasts" | "assistants"): PalettePage {
  const path = (workspaceId: number) => paths.reports(workspaceId, tab);
  return { section: "go", permission: "MANAGE_CONVS", hasInbox: true, path };
}

function developers(tab: "webhooks" | "reference" | "explorer"): PalettePage {
  const path = (workspaceId: number) => paths.developers(workspaceId, tab);
  return { section: "go", permission: "MANAGE_WORKSPACE", hasInbox: null, path };
}

function settings(
  tab: Parameters<typeof paths.settings>[1],
  permission: PalettePage["permission"],
  hasInbox: boolean | null = null,
): PalettePage {
  return { section: "settings", permission, hasInbox, path: (workspaceId) => paths.settings(workspaceId, tab) };
}
