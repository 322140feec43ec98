import {
  IconAddressBook,
  IconChartBar,
  IconFlask,
  IconInbox,
  IconPlugConnected,
  IconSettings,
  IconSparkles,
  IconSpeakerphone,
} from "@tabler/icons-react";
import { paths } from "../paths.ts";

/**
 * The rail from top to bottom. `permission`: only with this permission is the section useful. `inboxPlan`: only for plans with a
 * team inbox.
 * The bottom bar of narrow screens shows the first four, and "More" the others.
 */
export const SECTIONS = [
  {
    key: "inbox",
    icon: IconInbox,
    path: (workspaceId: number) => paths.inbox(workspaceId),
    permission: null,
    inboxPlan: true,
  },
  {
    key: "contacts",
    icon: IconAddressBook,
    path: (workspaceId: number) => paths.contacts(workspaceId),
    permission: null,
    inboxPlan: false,
  },
  {
    key: "broadcasts",
    icon: IconSpeakerphone,
    path: (workspaceId: number) => paths.broadcasts(workspaceId),
    permission: "MANAGE_BROADCASTS",
    inboxPlan: true,
  },
  {
    key: "reports",
    icon: IconChartBar,
    path: (workspaceId: number) => paths.reports(workspaceId),
    permission: "MANAGE_CONVS",
    inboxPlan: true,
  },
  {
    key: "channels",
    icon: IconPlugConnected,
    path: paths.channels,
    permission: "MANAGE_WORKSPACE",
    inboxPlan: false,
  },
  {
    key: "assistants",
    icon: IconSparkles,
    path: paths.assistants,
    permission: "MANAGE_WORKSPACE",
    inboxPlan: true,
  },
  {
    key: "playground",
    icon: IconFlask,
    path: (workspaceId: number) => paths.playground(workspaceId),
    permission: "MANAGE_WORKSPACE",
    inboxPlan: true,
  },
  {
    key: "settings",
    icon: IconSettings,
    path: (workspaceId: number) => paths.settings(workspaceId),
    permission: null,
    inboxPlan: false,
  },
] as const;
