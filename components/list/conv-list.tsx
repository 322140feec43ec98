"use client";

import { Button } from "@mantine/core";
import { useCallbackRef, useMediaQuery } from "@mantine/hooks";
import { IconArrowUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useActions } from "../keys/use-actions.ts";
import { preferencesOf } from "../shell/preferences.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { colorOf } from "../ui/tag-colors.ts";
import { ConvRowItem, rowElementId } from "./conv-row.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { LeavingRow } from "./leaving-row.tsx";
import { EmptyList, ListSkeleton } from "./list-faces.tsx";
import { PHONE } from "../inbox/use-panes.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { groupsOf, listShape, type GroupOfRows, type ListShape } from "./list-shape.ts";
import { createRowSlots } from "./row-slots.ts";
import { useRowWords } from "./row-words.ts";
import { RowViewers } from "./row-viewers.tsx";
import { SearchResults } from "./search-results.tsx";
import { selection } from "./selection.ts";
import type { ConvRows } from "./use-conv-rows.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { useLeavingRows } from "./use-leaving-rows.ts";
import { useListAnchor } from "./use-list-anchor.ts";
import { useNow } from "../ui/use-now.ts";
import { usePrefetch } from "../inbox/use-prefetch.ts";
import type { RowCursor } from "./use-row-cursor.ts";
import classes from "./conv-list.module.css";

/** In rem, the same as in conv-list.module.css. Rows and heads grow with the user's font size. */
const ROW_REM = { comfortable: 4, compact: 3.25, touch: 4.5 } as const;
const HEAD_REM = 1.75;

/**
 * Rows are added and removed in blocks of this size, so that one layout and paint serves all of them. One more block is rendered above
 * and below the visible ones.
 */
const BLOCK = 8;
const OVERSCAN_BLOCKS = 1;

/** Wait after a failed page, to prevent endless requests. */
const AGAIN_MS = 3_000;

/** In pixels, the browser's default font size. */
const FONT_PX = 16;
/** The list's assumed size before the browser has measured it: as much as a tall screen shows. */
const FIRST_RECT = { width: 360, height: 1_000 };

let fontPx: number | null = null;

/** Read once, because reading it makes the browser compute the page's styles. */
function rootFontPx(): number {
  fontPx ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || FONT_PX;
  return fontPx;
}

/** A larger font size makes the window smaller from the page's point of view, so it causes a resize event. */
function onResize(listener: () => void): () => void {
  const look = () => {
    fontPx = null;
    listener();
  };
  window.addEventListener("resize", look);
  return () => window.removeEventListener("resize", look);
}

const blockOf = (row: number) => Math.floor(row / BLOCK);

/** Keeps its identity while the groups and heights stay the same, so that a burst of changes measures the list once. */
function useShape(groups: readonly GroupOfRows[], rowPx: number, headPx: number): ListShape {
  const key = JSON.stringify(groups);
  return useMemo(() => listShape(JSON.parse(key) as GroupOfRows[], rowPx, headPx), [key, rowPx, headPx]);
}

/** The first and last row of a range of blocks. */
function rowsOf(firstBlock: number, lastBlock: number): { first: number; last: number } {
  return { first: firstBlock * BLOCK, last: (lastBlock + 1) * BLOCK - 1 };
}

type Props = { list: ConvRows; url: InboxUrl; cursor: RowCursor };

/** The conversations of the selected view. Shows search results instead while there are search words. */
export const ConvList = memo(function ConvList(props: Props) {
  return props.url.terms.words.length > 0 ? <SearchResults url={props.url} /> : <ViewRows {...props} />;
});

/** A virtual list. Scrolling loads more rows. Rows that arrive above the visible ones do not move them. */
function ViewRows({ list, url, cursor }: Props) {
  const t = useTranslations("list");
  const { workspaceId, viewer } = useInbox();
  const { density } = preferencesOf(viewer);
  const isTouch = useMediaQuery(PHONE) ?? false;
  const isCompact = density === "compact" && !isTouch;
  const remPx = useSyncExternalStore(onResize, rootFontPx, () => FONT_PX);
  const rowPx = remPx * ROW_REM[isTouch ? "touch" : density];
  const { rows, ids, othersOf, shownIdOf, convIdsOf, hasNextPage, isReading, hasFailed, fetchNextPage } = list;
  const now = useNow();
  const words = useRowWords();
  const [placeRows] = useState(createRowSlots);
  const scroller = useRef<HTMLDivElement>(null);
  const stages = useQuery(tagsQuery(workspaceId, "convStage")).data;
  const stageOf = useMemo(
    () => new Map(stages?.map((stage) => [stage.id, { name: stage.tag, color: colorOf(stage) }])),
    [stages],
  );

  // Must run before the virtualizer, which renders on scroll events. After it, reading the scroll position would force a layout.
  const groups = useMemo(() => groupsOf(rows, url.sort, now), [rows, url.sort, now]);
  const shape = useShape(groups, rowPx, HEAD_REM * remPx);
  const arrived = useListAnchor(scroller, ids, shape);
  // The virtualizer mutates itself, which the compiler cannot follow. So this component memoizes by hand where it matters.
  const virtual = useVirtualizer({
    count: Math.ceil(rows.length / BLOCK),
    getScrollElement: () => scroller.current,
    estimateSize: (block) =>
      BLOCK * rowPx + shape.headPx * shape.groups.filter(({ first }) => blockOf(first) === block).length,
    // Render the visible blocks first, and the overscan after the paint.
    overscan: useDeferredValue(OVERSCAN_BLOCKS, 0),
    initialRect: FIRST_RECT,
    useFlushSync: false,
  });
  const scrolled = virtual.scrollOffset ?? 0;
  // A row that leaves above the visible rows must not move them.
  const leaving = useLeavingRows(rows, `${url.search} ${url.channelId} ${url.tag}`).filter(
    // A row that has joined another one of its person has not left.
    ({ row, index }) => shownIdOf(row.id) === row.id && (scrolled < rowPx / 2 || shape.topOf(index) > scrolled),
  );
  const blocks = virtual.getVirtualItems();
  const wanted = rowsOf(blocks[0]?.index ?? 0, blocks.at(-1)?.index ?? -1);
  // Render between frames. Render at once if visible rows are missing, for example after a jump.
  const drawn = { first: useDeferredValue(wanted.first), last: useDeferredValue(wanted.last) };
  const inSight = rowsOf(virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? -1);
  const isInSight = drawn.first <= inSight.first && drawn.last >= Math.min(inSight.last, rows.length - 1);
  const { first: firstDrawn, last: lastDrawn } = isInSight ? drawn : wanted;

  const openRowId = url.convId === null ? null : shownIdOf(url.convId);
  const isNearEnd = lastDrawn >= rows.length * 0.6;
  useEffect(() => {
    if (!hasNextPage || isReading || !isNearEnd) return;
    const timer = window.setTimeout(() => void fetchNextPage(), hasFailed ? AGAIN_MS : 0);
    return () => window.clearTimeout(timer);
  }, [hasNextPage, isReading, hasFailed, fetchNextPage, isNearEnd, rows.length]);

  // The row height or the groups have changed.
  useEffect(() => virtual.measure(), [virtual, shape]);

  useActions({
    nextConvUnopened: () => cursor.move(1, false),
    previousConvUnopened: () => cursor.move(-1, false),
  });
  const onHover = usePrefetch(ids, openRowId, url.convId);
  const onSelect = useCallbackRef((id: string, isRange: boolean) =>
    isRange ? selection.range(id, ids, convIdsOf) : selection.toggle(id, convIdsOf(id)),
  );

  const { focusedIndex, focusedId } = cursor;
  useEffect(() => {
    const top = shape.topOf(focusedIndex);
    /** What a head covers at the top of the list. */
    const covered = shape.groups.length > 0 ? shape.headPx : 0;
    const { scrollOffset, scrollRect } = virtual;
    // Use the virtualizer's values: reading them from the page would force a layout.
    if (focusedIndex === -1 || scrollOffset === null || !scrollRect) return;
    if (top - covered < scrollOffset) virtual.scrollToOffset(top - covered);
    else if (top + rowPx > scrollOffset + scrollRect.height) virtual.scrollToOffset(top + rowPx - scrollRect.height);
    // Only a moved cursor scrolls: a row that moves while it is open must not drag the list along.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [focusedId]);

  if (list.isPending) return <ListSkeleton />;
  if (list.isError && rows.length === 0) {
    return <ErrorFace title={t("list.failed")} error={list.error ?? undefined} onRetry={() => void list.refetch()} />;
  }
  const isDrawn = focusedIndex >= firstDrawn && focusedIndex <= lastDrawn;
  const drawnIds = ids.slice(firstDrawn, lastDrawn + 1);
  const indexOf = new Map(drawnIds.map((id, at) => [id, firstDrawn + at]));
  const placed = placeRows(drawnIds, virtual.isScrolling);

  return (
    <div className={classes.listBody}>
      {arrived > 0 ? (
        <Button
          size="compact-sm"
          radius="xl"
          className={classes.pill}
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        >
          {t("list.arrived", { count: arrived })}
        </Button>
      ) : null}
      {rows.length === 0 ? <EmptyList url={url} /> : null}
      <RowViewers scroller={scroller} focusedId={focusedId} />
      <div
        ref={scroller}
        className={classes.scroll}
        role="listbox"
        tabIndex={0}
        hidden={rows.length === 0}
        aria-label={t("list.label", { view: t(`views.${url.view}`) })}
        aria-busy={list.isFetching}
        aria-multiselectable
        onPointerOver={onHover}
        aria-activedescendant={isDrawn && focusedId ? rowElementId(focusedId) : undefined}
      >
        <div
          role="presentation"
          className={classes.rows}
          data-compact={isCompact || undefined}
          data-settling={leaving.length > 0 || undefined}
          style={{ blockSize: shape.placeOf(rows.length) }}
        >
          {shape.groups.map(({ group, first, count }) => (
            <div
              key={group}
              aria-hidden
              className={classes.group}
              style={{
                insetBlockStart: `calc(${shape.placeOf(first)} - var(--head-size))`,
                blockSize: `calc(${count} * var(--row-size) + var(--head-size))`,
              }}
            >
              <div className={classes.groupHead} data-group={group}>
                {t(`groups.${group}`)}
                {/* More may come to the last group. */}
                <span className={classes.count}>{hasNextPage && first + count === rows.length ? "" : count}</span>
              </div>
            </div>
          ))}
          {leaving.map((each) => (
            <LeavingRow
              key={each.row.id}
              leaving={each}
              top={shape.placeOf(each.index)}
              isCompact={isCompact}
              viewerAgentId={viewer.agentId}
              now={now}
              words={words}
            />
          ))}
          {placed.map(({ id, slot }) => {
            const index = indexOf.get(id) ?? -1;
            const row = rows[index];
            return row ? (
              <ConvRowItem
                key={slot}
                top={shape.placeOf(index)}
                row={row}
                others={othersOf.get(row.id)}
                href={url.href(row.id)}
                stage={stageOf.get(row.stageId ?? "") ?? null}
                isOpen={row.id === openRowId}
                isFocused={row.id === focusedId}
                viewerAgentId={viewer.agentId}
                isCompact={isCompact}
                now={now}
                words={words}
                position={index + 1}
                total={hasNextPage ? -1 : rows.length}
                onOpen={cursor.openNow}
                onSelect={onSelect}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}
