"use client";

import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { ErrorFace } from "../ui/error-face.tsx";
import { ConvRowItem, rowElementId } from "./conv-row.tsx";
import { useInbox } from "./inbox-context.tsx";
import { EmptyList, ListSkeleton } from "./list-faces.tsx";
import { tagsQuery } from "./queries.ts";
import type { ConvRows } from "./use-conv-rows.ts";
import { VIEW_LABEL } from "./use-inbox-url.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import { useListAnchor } from "./use-list-anchor.ts";
import type { RowCursor } from "./use-row-cursor.ts";
import classes from "./conv-list.module.css";

const ROW_PX = 80;

type Props = { list: ConvRows; url: InboxUrl; cursor: RowCursor };

/** The conversations of the chosen view: virtual, loading on as it is scrolled, still while rows arrive above. */
export function ConvList({ list, url, cursor }: Props) {
  const { workspaceId, viewer } = useInbox();
  const { query, rows, ids } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const stages = useQuery(tagsQuery(workspaceId, "convStage")).data;
  const stageNames = useMemo(() => new Map(stages?.map((stage) => [stage.id, stage.tag])), [stages]);

  // The virtualizer changes in place, which the compiler cannot follow; this component is memoised by hand where it counts.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
  });
  const arrived = useListAnchor(scroller, ids, ROW_PX);
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;

  // While the list is read again its next page would take that reading's place, and what it was read for be lost.
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && lastDrawn >= rows.length * 0.6) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage, lastDrawn, rows.length]);

  const { focusedIndex, focusedId } = cursor;
  useEffect(() => {
    if (focusedIndex !== -1) virtual.scrollToIndex(focusedIndex, { align: "auto" });
    // Only a moved cursor scrolls: a row that moves while it is open must not drag the list along.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [focusedId]);

  if (query.isPending) return <ListSkeleton />;
  if (query.isError && rows.length === 0) {
    return <ErrorFace title="The list could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const isDrawn = items.some((item) => item.index === focusedIndex);

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
          {arrived} new
        </Button>
      ) : null}
      {rows.length === 0 ? <EmptyList url={url} /> : null}
      <div
        ref={scroller}
        className={classes.scroll}
        role="listbox"
        tabIndex={0}
        hidden={rows.length === 0}
        aria-label={`Conversations, ${VIEW_LABEL[url.view]}`}
        aria-busy={isFetching}
        aria-activedescendant={isDrawn && focusedId ? rowElementId(focusedId) : undefined}
      >
        <div role="presentation" className={classes.rows} style={{ blockSize: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row ? (
              <div
                key={item.key}
                role="presentation"
                className={classes.slot}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ConvRowItem
                  row={row}
                  href={url.href(row.id)}
                  stage={(row.stageId && stageNames.get(row.stageId)) ?? null}
                  isOpen={row.id === url.convId}
                  isFocused={row.id === focusedId}
                  viewerAgentId={viewer.agentId}
                  position={item.index + 1}
                  onOpen={cursor.openNow}
                />
              </div>
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}
