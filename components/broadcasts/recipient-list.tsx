"use client";

import { Button, Group, Select, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./broadcasts.module.css";
import { OUTCOMES } from "./outcome-words.ts";
import type { Outcome } from "./outcome-words.ts";
import { RecipientRow } from "./recipient-row.tsx";
import { recipientsQuery } from "./queries.ts";
import type { Broadcast, Recipient } from "./queries.ts";

const ROW_PX = 60;

/** What has become of each recipient, with the reason where it failed and the way to the conversation. */
export function RecipientList({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const query = useInfiniteQuery(recipientsQuery(workspaceId, broadcast.id, outcome));
  const { hasNextPage, isFetching, fetchNextPage } = query;
  return (
    <Panel
      title={t("recipientsTitle")}
      flush
      actions={
        <Group gap="sm">
          <Select
            aria-label={t("outcomeFilter")}
            placeholder={t("anyOutcome")}
            data={OUTCOMES.map((each) => ({ value: each.outcome, label: t(`outcomes.${each.outcome}`) }))}
            value={outcome}
            onChange={(value) => setOutcome(OUTCOMES.find((each) => each.outcome === value)?.outcome ?? null)}
            clearable
            w={180}
          />
          <Button
            component="a"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            href={paths.exportRecipients(workspaceId, broadcast.id, outcome)}
            download
          >
            CSV
          </Button>
        </Group>
      }
    >
      <Loaded query={query} failure={t("recipientsFailure")}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <Text c="dimmed" p="lg" ta="center">
                {t("noRecipientOf")}
              </Text>
            );
          }
          return (
            <Rows
              rows={rows}
              onNearEnd={() => {
                if (hasNextPage && !isFetching) void fetchNextPage();
              }}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Rows({ rows, onNearEnd }: { rows: readonly Recipient[]; onNearEnd: () => void }) {
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
    // It scrolls by itself, and must be reachable by keyboard.
    <div ref={scroller} className={classes.recipients} tabIndex={0} role="group" aria-label={t("recipientsTitle")}>
      <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }} aria-label={t("recipientsTitle")}>
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
              <RecipientRow recipient={row} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
