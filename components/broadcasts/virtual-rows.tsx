"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type HTMLAttributes, type ReactNode } from "react";
import classes from "./broadcasts.module.css";

type Props<Row> = {
  rows: readonly Row[];
  /** Height of a row in pixels. */
  rowPx: number;
  label: string;
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => Promise<unknown> };
  /** Attributes of the scrolling box. */
  box: HTMLAttributes<HTMLDivElement>;
  children: (row: Row) => ReactNode;
};

/** A list that draws only the rows in view and loads the next page before its end is reached. */
export function VirtualRows<Row>({ rows, rowPx, label, query, box, children }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  // Its answers change behind the compiler's back; nothing below is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && last >= rows.length * 0.6) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage, last, rows.length]);
  return (
    <div ref={scroller} {...box}>
      <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }} aria-label={label}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              className={classes.slot}
              style={{ transform: `translateY(${start}px)`, blockSize: rowPx }}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
            >
              {children(row)}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
