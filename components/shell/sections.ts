import { IconCode, IconInbox, IconPlugConnected, IconSettings } from "@tabler/icons-react";
import { paths } from "../paths.ts";

/** The rail from top to bottom. `permission`: only those who have it find something there. */
export const SECTIONS = [
  { label: "Inbox", icon: IconInbox, path: (workspaceId: number) => paths.inbox(workspaceId), permission: null },
  { label: "Channels", icon: IconPlugConnected, path: paths.channels, permission: "MANAGE_WORKSPACE" },
  {
    label: "Developers",
    icon: IconCode,
    path: (workspaceId: number) => paths.developers(workspaceId),
    permission: "MANAGE_WORKSPACE",
  },
  {
    label: "Settings",
    icon: IconSettings,
    path: (workspaceId: number) => paths.settings(workspaceId),
    permission: null,
  },
] as const;
