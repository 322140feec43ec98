import { paths } from "../paths.ts";

type PalettePage = {
  /** The permission that the page requires. */
  permission: "MANAGE_WORKSPACE" | "MANAGE_CONVS" | "MANAGE_BROADCASTS";
  onlyWithInbox: boolean;
  path: (workspaceId: number) => string;
};

/** The portal's pages below its sections (shell/sections.ts), in palette order, without the settings (shell/settings-pages.ts). */
export const PALETTE_PAGES = {
  importContacts: {
    permission: "MANAGE_WORKSPACE",
    onlyWithInbox: false,
    path: (workspaceId) => paths.importContacts(workspaceId),
  },
  newBroadcast: { permission: "MANAGE_BROADCASTS", onlyWithInbox: true, path: paths.newBroadcast },
  agentsReport: report("agents"),
  broadcastsReport: report("broadcasts"),
  assistantsReport: report("assistants"),
  connectChannel: {
    permission: "MANAGE_WORKSPACE",
    onlyWithInbox: false,
    path: (workspaceId) => paths.connectChannel(workspaceId),
  },
  newAssistant: {
    permission: "MANAGE_WORKSPACE",
    onlyWithInbox: true,
    path: (workspaceId) => paths.newAssistant(workspaceId),
  },
} as const satisfies Record<string, PalettePage>;

type PalettePageKey = keyof typeof PALETTE_PAGES;

/** The pages for someone with these permissions. */
export function pagesFor(permissions: readonly string[], hasInbox: boolean): PalettePageKey[] {
  return (Object.keys(PALETTE_PAGES) as PalettePageKey[]).filter((key) => {
    const { permission, onlyWithInbox }: PalettePage = PALETTE_PAGES[key];
    return (hasInbox || !onlyWithInbox) && permissions.includes(permission);
  });
}

function report(tab: "agents" | "broadcasts" | "assistants"): PalettePage {
  const path = (workspaceId: number) => paths.reports(workspaceId, tab);
  return { permission: "MANAGE_CONVS", onlyWithInbox: true, path };
}
