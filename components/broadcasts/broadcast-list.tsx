"use client";

import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useRef } from "react";
import type { Channel } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { BroadcastRow } from "./broadcast-row.tsx";
import classes from "./broadcasts.module.css";
import { broadcastsQuery } from "./queries.ts";
import type { Broadcast, BroadcastFilter } from "./queries.ts";

const ROW_PX = 84;

export function BroadcastList({ filter, channels }: { filter: BroadcastFilter; channels: readonly Channel[] }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const query = useInfiniteQuery(broadcastsQuery(workspaceId, filter));
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isFiltered = Object.values(filter).some((chosen) => chosen !== null);
  return (
    <Panel flush>
      <Loaded query={query} failure={t("listFailure")}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length > 0) {
            return (
              <Rows
                rows={rows}
                channels={channels}
                onNearEnd={() => {
                  if (hasNextPage && !isFetching) void fetchNextPage();
                }}
              />
            );
          }
          return (
            <EmptyFace
              icon={<IconSpeakerphone size={24} aria-hidden />}
              title={isFiltered ? t("noneFound") : t("none")}
              message={isFiltered ? t("noneFoundWords") : t("noneWords")}
              action={
                isFiltered ? null : (
                  <Button
                    component={Link}
                    href={paths.newBroadcast(workspaceId)}
                    leftSection={<IconPlus size={16} aria-hidden />}
                  >
                    {t("new")}
                  </Button>
                )
              }
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

type RowsProps = { rows: readonly Broadcast[]; channels: readonly Channel[]; onNearEnd: () => void };

function Rows({ rows, channels, onNearEnd }: RowsProps) {
  const t = useTranslations("broadcasts");
  const scroller = useRef<HTMLDivElement>(null);
  // Its answers change behind the compiler's back; nothing below is memoised by it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length * 0.6) onNearEnd();
  }, [last, rows.length, onNearEnd]);
  return (
    <div ref={scroller} className={classes.scroll}>
      <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }} aria-label={t("title")}>
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              className={classes.slot}
              style={{ transform: `translateY(${start}px)`, blockSize: ROW_PX }}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
            >
              <BroadcastRow broadcast={row} channel={channels.find(({ id }) => id === row.integrationId)?.name ?? ""} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
