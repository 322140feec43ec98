"use client";

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

type Page = { id: ActionId; choices: NonNullable<Choices[ActionId]> };

/**
 * The actions and pages available now.
 * @param onPage shows the page with an action's choices.
 */
export function usePaletteItems(onPage: (page: Page) => void): PaletteItem[] {
  const t = useTranslations("keys");
  const names = useTranslations("shell.pages");
  const router = useRouter();
  const workspaceId = useWorkspaceId();
  const { registry } = useKeys();
  const viewer = useViewer();
  const sections = useSections();

  const actions = registry
    .possible()
    .filter((id) => !NOT_LISTED.has(id))
    .map((id): PaletteItem => {
      const choices = registry.choicesOf(id);
      const run = choices ? () => onPage({ id, choices }) : () => void registry.run(id);
      return { key: `action:${id}`, section: "actions", label: t(`actions.${id}`), isPage: choices !== undefined, run };
    });
  const go = sections.map(({ key, label, href }): PaletteItem => ({
    key: `go:${key}`,
    section: "go",
    label,
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
    run: () => router.push(SETTINGS_PAGES[key].path(workspaceId)),
  }));
  return [...actions, ...go, ...pages, ...settings];
}
