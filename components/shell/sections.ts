import { IconCode, IconInbox, IconPlugConnected, IconSettings } from "@tabler/icons-react";
import { paths } from "../paths.ts";

/**
 * The rail from top to bottom. `permission`: only those who have it find something there; `inboxPlan`: only where the plan has a
 * team inbox.
 */
export const SECTIONS = [
  {
    label: "Inbox",
    icon: IconInbox,
    path: (workspaceId: number) => paths.inbox(workspaceId),
    permission: null,
    inboxPlan: true,
  },
  {
    label: "Channels",
    icon: IconPlugConnected,
    path: paths.channels,
    permission: "MANAGE_WORKSPACE",
    inboxPlan: false,
  },
  {
    label: "Developers",
    icon: IconCode,
    path: (workspaceId: number) => paths.developers(workspaceId),
    permission: "MANAGE_WORKSPACE",
    inboxPlan: false,
  },
  {
    label: "Settings",
    icon: IconSettings,
    path: (workspaceId: number) => paths.settings(workspaceId),
    permission: null,
    inboxPlan: false,
  },
] as const;
