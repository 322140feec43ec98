"use client";

import { TextInput, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconSearch } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { SectionLink } from "../shell/section-link.tsx";
import { SETTINGS_PAGES, settingsPagesFor, type SettingsPageKey } from "../shell/settings-pages.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { findSettings, type Findable } from "./find-settings.ts";
import classes from "./settings-nav.module.css";

const GROUPS = ["you", "workspace", "inbox", "developers", "security"] as const;

/** The pages of the settings in groups, and a search over them and what is on them. */
export function SettingsNav() {
  const t = useTranslations("settings.nav");
  const names = useTranslations("shell.pages");
  const sections = useTranslations("shell.sections");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const pathname = usePathname();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const entries = useFindable();
  const pages = settingsPagesFor(viewer?.permissions ?? [], viewer?.plan !== "GATEWAY");
  const current = pages.find((page) => {
    const path = SETTINGS_PAGES[page].path(workspaceId);
    // A delivery log is below the webhooks. No other page has pages below it.
    return pathname === path || (page === "webhooks" && pathname.startsWith(`${path}/`));
  });
  const toggle = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setTyped("");
    // On a phone the link disappears with the menu.
    if (isOpen) toggle.current?.focus();
    setOpen(false);
  };

  function link(page: SettingsPageKey, label = names(page)) {
    return (
      <SectionLink
        key={`${page} ${label}`}
        href={SETTINGS_PAGES[page].path(workspaceId)}
        className={classes.link}
        aria-current={page === current && !typed ? "page" : undefined}
        onClick={leave}
      >
        <span>{label}</span>
        {label === names(page) ? null : <span className={classes.within}>{names(page)}</span>}
      </SectionLink>
    );
  }

  const found = findSettings(
    entries.filter(({ page }) => pages.includes(page)),
    typed,
  );
  return (
    <nav aria-label={sections("settings")} className={classes.nav} data-open={isOpen || undefined}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {t("all")}
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </button>
      <div id={listId} className={classes.list}>
        <p className={classes.title} aria-hidden>
          {sections("settings")}
        </p>
        <TextInput
          type="search"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          placeholder={t("find")}
          aria-label={t("find")}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        />
        {typed.trim() ? (
          <div className={classes.group}>
            <VisuallyHidden role="status">{t("found", { count: found.length })}</VisuallyHidden>
            {found.map(({ page, label }) => link(page, label))}
            {found.length === 0 ? <p className={classes.nothing}>{t("nothing")}</p> : null}
          </div>
        ) : (
          GROUPS.map((group) => {
            const within = pages.filter((page) => SETTINGS_PAGES[page].group === group);
            return within.length === 0 ? null : (
              <div key={group} role="group" aria-labelledby={`${listId}-${group}`} className={classes.group}>
                <p id={`${listId}-${group}`} className={classes.head}>
                  {t(`groups.${group}`)}
                </p>
                {within.map((page) => link(page))}
              </div>
            );
          })
        )}
      </div>
    </nav>
  );
}

/** What the search finds: every page by its name, and the settings on it by their labels there. */
function useFindable(): Findable[] {
  const names = useTranslations("shell.pages");
  const settings = useTranslations("settings");
  const keys = useTranslations("keys");
  const permissions = useViewer()?.permissions ?? [];
  const ifMay = (permission: string, label: string) => (permissions.includes(permission) ? [label] : []);
  const on: Partial<Record<SettingsPageKey, string[]>> = {
    profile: [settings("profile.email"), settings("profile.colours"), settings("language.title")],
    preferences: [
      keys("inbox.opensWith"),
      keys("inbox.density"),
      keys("inbox.sendKey"),
      keys("inbox.undo"),
      keys("inbox.afterDone"),
    ],
    notices: [keys("notices.sound"), keys("notices.desktop"), keys("notices.email"), keys("notices.quiet")],
    shortcuts: [keys("keyboard.single")],
    workspace: [
      settings("workspace.name"),
      settings("workspace.ttl"),
      settings("workspace.optOut"),
      settings("workspace.optIn"),
      settings("workspace.unarchive"),
      settings("testNumbers.title"),
      ...ifMay("DELETE_WORKSPACE", settings("delete.title")),
    ],
    team: [settings("team.invitations")],
    targets: [settings("targets.first"), settings("targets.next"), settings("targets.hours")],
    security: [
      settings("password.title"),
      settings("twoFactor.title"),
      ...ifMay("MANAGE_WORKSPACE", settings("requireTwoFactor.title")),
      settings("sessions.title"),
    ],
  };
  return (Object.keys(SETTINGS_PAGES) as SettingsPageKey[]).flatMap((page) =>
    [names(page), ...(on[page] ?? [])].map((label) => ({ page, label })),
  );
}
