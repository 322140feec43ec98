"use client";

import {
  IconAlarm,
  IconArrowBackUp,
  IconBolt,
  IconCheck,
  IconClock,
  IconHash,
  IconKeyboard,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconListCheck,
  IconLock,
  IconMail,
  IconMessage,
  IconPlayerPlay,
  IconProgress,
  IconSearch,
  IconSend,
  IconSettings,
  IconSparkles,
  IconTag,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { SETTINGS_PAGES, settingsPagesFor } from "../shell/settings-pages.ts";
import { useSections } from "../shell/use-sections.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import type { Choices } from "./action-registry.ts";
import type { ActionId } from "./actions.ts";
import { useKeys } from "./keys-context.ts";
import type { PaletteItem } from "./palette-items.ts";
import { PALETTE_PAGES, pagesFor } from "./palette-pages.ts";

/** Not listed in the palette: keys of a list, a field or the palette itself. */
const NOT_LISTED: ReadonlySet<ActionId> = new Set([
  "palette",
  "leave",
  "openConv",
  "nextRegion",
  "previousRegion",
  "lastMessage",
]);

/** What one does most. The first is preselected, so it is one that changes nothing. */
const FIRST: readonly ActionId[] = ["reply", "assign", "snooze", "end", "macros", "note", "tags", "stage"];

const ACTION_ICON: Partial<Record<ActionId, TablerIcon>> = {
  end: IconCheck,
  endNow: IconCheck,
  assign: IconUserPlus,
  assignToMe: IconUserCheck,
  unassign: IconUserMinus,
  snooze: IconAlarm,
  reply: IconMessage,
  note: IconLock,
  macros: IconBolt,
  sendAndEnd: IconSend,
  sendLater: IconClock,
  copilot: IconSparkles,
  tags: IconTag,
  stage: IconProgress,
  playAudio: IconPlayerPlay,
  orderNo: IconHash,
  markUnread: IconMail,
  undo: IconArrowBackUp,
  search: IconSearch,
  searchThread: IconSearch,
  selectAll: IconListCheck,
  toggleDetails: IconLayoutSidebarRight,
  toggleViews: IconLayoutSidebar,
  help: IconKeyboard,
};

type Page = { id: ActionId; choices: NonNullable<Choices[ActionId]> };

/**
 * The actions and pages available now.
 * @param onPage shows the page with an action's choices.
 * @returns `target`: what the actions of the section of that name act on.
 */
export function usePaletteItems(onPage: (page: Page) => void): { items: PaletteItem[]; target: string | null } {
  const t = useTranslations("keys");
  const names = useTranslations("shell.pages");
  const router = useRouter();
  const workspaceId = useWorkspaceId();
  const { registry } = useKeys();
  const viewer = useViewer();
  const sections = useSections();

  const possible = registry.possible().filter((id) => !NOT_LISTED.has(id));
  const here = FIRST.filter((id) => possible.includes(id));
  // With a selection in the list, that is what "End" ends.
  const target = (["end", ...here] as const).map((id) => registry.targetOf(id)).find((name) => name !== null) ?? null;
  const isHere = (id: ActionId) => target !== null && registry.targetOf(id) === target;
  const actions = [...here, ...possible.filter((id) => !here.includes(id))].map((id): PaletteItem => {
    const choices = registry.choicesOf(id);
    const run = choices ? () => onPage({ id, choices }) : () => void registry.run(id);
    return {
      key: `action:${id}`,
      section: isHere(id) ? "target" : "actions",
      label: t(`actions.${id}`),
      icon: ACTION_ICON[id],
      isPage: choices !== undefined,
      run,
    };
  });
  const go = sections.map(({ key, label, icon, href }): PaletteItem => ({
    key: `go:${key}`,
    section: "go",
    label,
    icon,
    run: () => router.push(href),
  }));
  const permissions = viewer?.permissions ?? [];
  const hasInbox = viewer?.plan !== "GATEWAY";
  const pages = pagesFor(permissions, hasInbox).map((key): PaletteItem => ({
    key: `page:${key}`,
    section: "go",
    label: names(key),
    run: () => router.push(PALETTE_PAGES[key].path(workspaceId)),
  }));
  const settings = settingsPagesFor(permissions, hasInbox).map((key): PaletteItem => ({
    key: `settings:${key}`,
    section: "settings",
    label: names(key),
    icon: IconSettings,
    run: () => router.push(SETTINGS_PAGES[key].path(workspaceId)),
  }));
  return { items: [...actions, ...go, ...pages, ...settings], target };
}
