"use client";

import { Checkbox, Skeleton, Stack } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { usePreferences } from "../shell/use-preferences.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { chosenColumns, gridOf } from "./contact-columns.ts";
import { isFiltered } from "./contact-filter.ts";
import { ContactTableRow } from "./contact-table-row.tsx";
import classes from "./contacts.module.css";
import { TableFoot } from "./table-foot.tsx";
import { useBulkPatch } from "./use-bulk-patch.ts";
import { useContacts, type ContactWords } from "./use-contacts.ts";
import { useContactSelection } from "./use-contact-selection.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";
import { useTableKeys } from "./use-table-keys.ts";
import { EmptyFace } from "../ui/empty-face.tsx";

const ROW_PX = 48;

type Props = { url: ContactsUrl; words: ContactWords; mayEdit: boolean; onOpen: (clientId: string) => void };

/** Contacts, newest first: a virtual list with infinite scrolling and a keyboard cursor. */
export function ContactsTable({ url, words, mayEdit, onOpen }: Props) {
  const t = useTranslations("contacts");
  const [preferences, change] = usePreferences();
  const columns = chosenColumns(preferences.contactColumns);
  const { query, rows } = useContacts(url.filter);
  const selection = useContactSelection(rows);
  const bulk = useBulkPatch();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // The virtualizer changes in place, which the compiler cannot follow.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && lastDrawn >= rows.length - 20) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage, lastDrawn, rows.length]);

  useTableKeys({
    rows,
    focusedId,
    selection,
    url,
    onOpen,
    onFocus: (id, index) => {
      setFocusedId(id);
      virtual.scrollToIndex(index, { align: "auto" });
    },
  });

  if (query.isError && rows.length === 0)
    return <ErrorFace title={t("loadFailed")} error={query.error} onRetry={() => void query.refetch()} />;
  const grid = { gridTemplateColumns: gridOf(columns) };
  return (
    <section className={classes.list} aria-label={t("title")}>
      {selection.chosen.size > 0 || bulk.progress ? (
        <BulkBar selection={selection} bulk={bulk} words={words} mayEdit={mayEdit} />
      ) : null}
      {query.isPending ? <TableSkeleton label={t("loading")} /> : null}
      {query.isSuccess && rows.length === 0 ? (
        <NoContacts isFiltered={isFiltered(url.filter) || url.filter.segmentId !== null} />
      ) : null}
      <div
        ref={scroller}
        className={classes.scroll}
        hidden={rows.length === 0}
        tabIndex={0}
        aria-label={t("tableLabel")}
      >
        <div role="table" aria-label={t("title")} aria-rowcount={-1} aria-busy={isFetching} className={classes.table}>
          <div role="row" className={classes.headRow} style={grid}>
            <span role="columnheader">
              <Checkbox
                size="xs"
                aria-label={t("selectAll")}
                checked={selection.isAll}
                indeterminate={!selection.isAll && selection.chosen.size > 0}
                onChange={selection.toggleAll}
              />
            </span>
            <span role="columnheader">{t("columns.name")}</span>
            {columns.map((column) => (
              <span key={column} role="columnheader" className={classes.cell}>
                {t(`columns.${column}`)}
              </span>
            ))}
          </div>
          <div role="rowgroup" className={classes.rows} style={{ blockSize: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index];
              return row ? (
                <ContactTableRow
                  key={item.key}
                  row={row}
                  index={item.index}
                  columns={columns}
                  words={words}
                  style={{ ...grid, transform: `translateY(${item.start}px)` }}
                  isChosen={selection.chosen.has(row.id)}
                  isFocused={row.id === focusedId}
                  isOpen={row.id === url.openId}
                  onToggle={(isRange) => selection.toggle(row.id, isRange)}
                  onOpen={() => {
                    setFocusedId(row.id);
                    onOpen(row.id);
                  }}
                />
              ) : null;
            })}
          </div>
        </div>
      </div>
      <TableFoot filter={url.filter} loaded={rows.length} hasMore={hasNextPage}>
        <ColumnMenu columns={columns} onChange={(contactColumns) => change({ contactColumns })} />
      </TableFoot>
    </section>
  );
}

/** The empty state: there are no contacts, or none match. */
function NoContacts({ isFiltered: isNarrow }: { isFiltered: boolean }) {
  const t = useTranslations("contacts");
  return (
    <EmptyFace
      picture={isNarrow ? "nothingFound" : "people"}
      title={isNarrow ? t("empty.filteredTitle") : t("empty.title")}
      message={isNarrow ? t("empty.filtered") : t("empty.message")}
    />
  );
}

/** The placeholder while the table loads. */
function TableSkeleton({ label }: { label: string }) {
  return (
    <Stack gap="sm" p="lg" role="status" aria-busy aria-label={label}>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
