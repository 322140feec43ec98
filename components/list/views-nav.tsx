"use client";

import { Menu, Title, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, type MouseEvent } from "react";
import { paths } from "../paths.ts";
import { InRail } from "../shell/rail-slots.tsx";
import { VIEWS, type ConvView } from "./conv-rows.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { savedViewsQuery } from "./list-queries.ts";
import { openSavedView, SavedViews, savedViewHref, shownSavedView } from "./saved-views.tsx";
import { countWords, useViewCounts } from "./use-view-counts.ts";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";
import { savedIcon, VIEW_ICON } from "./view-icons.ts";
import listClasses from "./conv-list.module.css";
import classes from "./views.module.css";

/** The views with live counts, in the rail. */
export const ViewsNav = memo(function ViewsNav({ url }: { url: InboxPlace }) {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const { counts, ofSaved } = useViewCounts();
  const saved = useQuery(savedViewsQuery(workspaceId)).data ?? [];
  const shown = shownSavedView(saved, url);

  function choose(event: MouseEvent, view: ConvView) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    url.choose(view);
  }

  return (
    <>
      <InRail slot="views">
        <nav aria-label={t("views.title")} data-region="views">
          {VIEWS.map((view) => (
            <a
              key={view}
              href={paths.inbox(workspaceId, undefined, `view=${view}`)}
              className={classes.view}
              aria-current={view === url.view && !shown ? "page" : undefined}
              onClick={(event) => choose(event, view)}
            >
              <span className={classes.label}>{t(`views.${view}`)}</span>
              <span className={classes.count} data-hot={view === "failed" || undefined}>
                {view === "ended" ? "" : countWords(counts?.[view])}
              </span>
            </a>
          ))}
        </nav>
      </InRail>
      {saved.length > 0 ? (
        <InRail slot="saved">
          <SavedViews views={saved} shown={shown} counts={ofSaved} url={url} />
        </InRail>
      ) : null}
    </>
  );
});

/** The same views as a menu, for screens too narrow for the column. */
export const ViewsMenu = memo(function ViewsMenu({ url }: { url: InboxPlace }) {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const { counts, ofSaved } = useViewCounts();
  const saved = useQuery(savedViewsQuery(workspaceId)).data ?? [];
  const shown = shownSavedView(saved, url);
  const name = shown?.name ?? t(`views.${url.view}`);
  const count = shown ? ofSaved.get(shown.id) : url.view === "ended" ? undefined : counts?.[url.view];
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={listClasses.viewMenu} aria-label={t("views.chosen", { view: name })}>
          <Title order={1} size="h2" className={listClasses.viewName}>
            {name}
          </Title>
          <span className={listClasses.count}>{countWords(count)}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={listClasses.viewDropdown}>
        {VIEWS.map((view) => {
          const Icon = VIEW_ICON[view];
          const isChosen = view === url.view && !shown;
          const words = view === "ended" ? "" : countWords(counts?.[view]);
          return (
            <Menu.Item
              key={view}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={isChosen ? <IconCheck size={16} aria-label={t("views.isChosen")} /> : words}
              onClick={() => url.choose(view)}
            >
              {t(`views.${view}`)}
            </Menu.Item>
          );
        })}
        {saved.length > 0 ? <Menu.Label>{t("saved.title")}</Menu.Label> : null}
        {saved.map((view) => {
          const Icon = savedIcon(view.icon);
          return (
            <Menu.Item
              key={view.id}
              component="a"
              href={savedViewHref(workspaceId, view)}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={countWords(ofSaved.get(view.id))}
              onClick={(event: MouseEvent) => openSavedView(event, view, url)}
            >
              {view.name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
});
