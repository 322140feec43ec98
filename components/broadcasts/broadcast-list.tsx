"use client";

import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { Channel } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { BroadcastRow } from "./broadcast-row.tsx";
import classes from "./broadcasts.module.css";
import { broadcastsQuery, type BroadcastFilter } from "./queries.ts";
import { VirtualRows } from "./virtual-rows.tsx";

const ROW_PX = 84;

export function BroadcastList({ filter, channels }: { filter: BroadcastFilter; channels: readonly Channel[] }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const query = useInfiniteQuery(broadcastsQuery(workspaceId, filter));
  const isFiltered = Object.values(filter).some((chosen) => chosen !== null);
  return (
    <Panel flush>
      <Loaded query={query} failure={t("listFailure")} shape="table">
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length > 0) {
            return (
              <VirtualRows
                rows={rows}
                rowPx={ROW_PX}
                label={t("title")}
                query={query}
                box={{ className: classes.scroll }}
              >
                {(row) => (
                  <BroadcastRow
                    broadcast={row}
                    channel={channels.find(({ id }) => id === row.integrationId)?.name ?? ""}
                  />
                )}
              </VirtualRows>
            );
          }
          return (
            <EmptyFace
              picture={isFiltered ? "nothingFound" : "broadcast"}
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
