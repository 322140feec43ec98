import { IconCode, IconFlask, IconInbox, IconPlugConnected, IconSettings, IconSparkles } from "@tabler/icons-react";
import { paths } from "../paths.ts";

/**
 * The rail from top to bottom. `permission`: only those who have it find something there; `inboxPlan`: only where the plan has a
 * team inbox; `railOnly`: the bottom bar of narrow screens has no room for it, and another section leads there.
 */
export const SECTIONS = [
  {
    label: "Inbox",
    icon: IconInbox,
    path: (workspaceId: number) => paths.inbox(workspaceId),
    permission: null,
    inboxPlan: true,
    railOnly: false,
  },
  {
    label: "Channels",
    icon: IconPlugConnected,
    path: paths.channels,
    permission: "MANAGE_WORKSPACE",
    inboxPlan: false,
    railOnly: false,
  },
  {
    label: "Assistants",
    icon: IconSparkles,
    path: paths.assistants,
    permission: "MANAGE_WORKSPACE",
    inboxPlan: true,
    railOnly: false,
  },
  {
    label: "Playground",
    icon: IconFlask,
    path: (workspaceId: number) => paths.playground(workspaceId),
    permission: "MANAGE_WORKSPACE",
    inboxPlan: true,
    railOnly: true,
  },
  {
    label: "Developers",
    icon: IconCode,
    path: (workspaceId: number) => paths.developers(workspaceId),
    permission: "MANAGE_WORKSPACE",
    inboxPlan: false,
    railOnly: false,
  },
  {
    label: "Settings",
    icon: IconSettings,
    path: (workspaceId: number) => paths.settings(workspaceId),
    permission: null,
    inboxPlan: false,
    railOnly: false,
  },
] as const;
