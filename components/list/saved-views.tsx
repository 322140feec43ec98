"use client";

import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconDots, IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type MouseEvent } from "react";
import { paths } from "../paths.ts";
import type { ConvSort } from "./conv-rows.ts";
import type { SavedView } from "./list-documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { SavedViewDialog } from "./saved-view-dialog.tsx";
import { useSavedViewChange } from "./use-saved-view-change.ts";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";
import { countWords } from "./use-view-counts.ts";
import { savedIcon } from "./view-icons.ts";
import classes from "./views.module.css";

/** The saved view whose query is in the address. */
export function shownSavedView(views: readonly SavedView[], url: InboxPlace): SavedView | null {
  return views.find(({ query }) => url.view === "all" && query !== "" && query === url.search) ?? null;
}

export function savedViewHref(workspaceId: number, { query, sort }: SavedView): string {
  const search = new URLSearchParams({ view: "all", q: query, ...(sort ? { sort } : {}) });
  return paths.inbox(workspaceId, undefined, search.toString());
}

export function openSavedView(event: MouseEvent, { query, sort }: SavedView, url: InboxPlace): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  url.choose("all", query, sort as ConvSort | null);
}

type Props = {
  views: readonly SavedView[];
  shown: SavedView | null;
  /** Counts by view id. null: the view's conditions cannot be read. */
  counts: ReadonlyMap<string, number | null | undefined>;
  url: InboxPlace;
};

/** The person's own views and the shared ones, below the built-in views. */
export function SavedViews({ views, shown, counts, url }: Props) {
  const t = useTranslations("list");
  const { workspaceId, viewer } = useInbox();
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const change = useSavedViewChange();
  const mayShare = viewer.permissions.includes("MANAGE_CONVS");

  return (
    <section aria-label={t("saved.title")} className={classes.savedViews}>
      <h2 className={classes.savedTitle}>{t("saved.title")}</h2>
      {views.map((view, index) => {
        const Icon = savedIcon(view.icon);
        return (
          <div key={view.id} className={classes.savedRow}>
            <a
              href={savedViewHref(workspaceId, view)}
              className={classes.view}
              aria-current={view.id === shown?.id ? "page" : undefined}
              onClick={(event) => openSavedView(event, view, url)}
            >
              <Icon size={18} stroke={1.5} aria-hidden />
              <span className={classes.label}>{view.name}</span>
              {view.isShared ? <IconUsers size={14} aria-label={t("saved.shared")} /> : null}
              {counts.get(view.id) === null ? (
                <Tooltip label={t("saved.unreadable")} multiline maw={260}>
                  <IconAlertTriangle
                    size={14}
                    className={classes.failed}
                    role="img"
                    aria-label={t("saved.unreadable")}
                  />
                </Tooltip>
              ) : (
                <span className={classes.count}>{countWords(counts.get(view.id))}</span>
              )}
            </a>
            {view.isShared && !mayShare ? null : (
              <Menu position="bottom-end" width={220}>
                <Menu.Target>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    className={classes.savedMenu}
                    aria-label={t("saved.actions", { name: view.name })}
                  >
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setRenamed(view)}>{t("saved.rename")}</Menu.Item>
                  <Menu.Item onClick={() => void change.patch(view, { isCounted: !view.isCounted })}>
                    {view.isCounted ? t("saved.hideCount") : t("saved.showCount")}
                  </Menu.Item>
                  {mayShare && (!view.isShared || view.isMadeByMe) ? (
                    <Menu.Item onClick={() => void change.patch(view, { isShared: !view.isShared })}>
                      {view.isShared ? t("saved.unshare") : t("saved.share")}
                    </Menu.Item>
                  ) : null}
                  <Menu.Item disabled={index === 0} onClick={() => void change.move(views, index, -1)}>
                    {t("saved.up")}
                  </Menu.Item>
                  <Menu.Item disabled={index === views.length - 1} onClick={() => void change.move(views, index, 1)}>
                    {t("saved.down")}
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item color="red" onClick={() => void change.remove(view)}>
                    {t("saved.delete")}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </div>
        );
      })}
      {renamed ? <SavedViewDialog key={renamed.id} view={renamed} onClose={() => setRenamed(null)} /> : null}
    </section>
  );
}
