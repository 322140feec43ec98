"use client";

import { Checkbox, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, type RefObject } from "react";
import { FilterBar } from "./filter-bar.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { SortMenu } from "./list-filters.tsx";
import { savedViewsQuery } from "./list-queries.ts";
import { shownSavedView } from "./saved-views.tsx";
import { selection, useSelectedIds } from "./selection.ts";
import { SearchBox } from "./search-box.tsx";
import { countWords, useViewCounts } from "./use-view-counts.ts";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";
import { ViewsMenu } from "./views-nav.tsx";
import classes from "./conv-list.module.css";
import layout from "../inbox/inbox.module.css";

type Props = {
  url: InboxPlace;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Ids of the loaded rows. */
  ids: readonly string[];
};

/** The view's name and count, a select-all checkbox, sort order, search and conditions. */
export const ListHeader = memo(function ListHeader({ url, searchRef, ids }: Props) {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const shown = shownSavedView(useQuery(savedViewsQuery(workspaceId)).data ?? [], url);
  const { counts, ofSaved } = useViewCounts();
  const isWhole = !url.filter.filter && !url.channelId && !url.tag;
  const count = shown ? ofSaved.get(shown.id) : isWhole && url.view !== "ended" ? counts?.[url.view] : undefined;
  return (
    <div className={classes.header}>
      <div className={classes.headerLine}>
        <Title order={1} size="h2" className={`${classes.title} ${layout.wideOnly}`}>
          {shown?.name ?? t(`views.${url.view}`)} <span className={classes.count}>{countWords(count)}</span>
        </Title>
        <div className={`${classes.title} ${layout.narrowOnly}`}>
          <ViewsMenu url={url} />
        </div>
        <SelectAll ids={ids} />
        <SortMenu url={url} />
      </div>
      <div className={classes.searchLine}>
        <SearchBox key={url.view} url={url} searchRef={searchRef} />
        <FilterBar url={url} />
      </div>
    </div>
  );
});

/** Selects all loaded rows, or none. The bulk bar then offers the rest of the view. */
function SelectAll({ ids }: { ids: readonly string[] }) {
  const t = useTranslations("list.list");
  const selected = useSelectedIds();
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={t("selectAll")}
      title={t("selectAll")}
      checked={isAll}
      indeterminate={!isAll && selected.size > 0}
      disabled={ids.length === 0}
      onChange={() => (isAll ? selection.clear() : selection.all(ids))}
    />
  );
}
