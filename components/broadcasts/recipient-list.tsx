"use client";

import { Button, Group, Select, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./broadcasts.module.css";
import { OUTCOMES, type Outcome } from "./outcome-words.ts";
import { RecipientRow } from "./recipient-row.tsx";
import { recipientsQuery, type Broadcast } from "./queries.ts";
import { VirtualRows } from "./virtual-rows.tsx";

const ROW_PX = 60;

/** The outcome for each recipient, with the reason of a failure and a link to the conversation. */
export function RecipientList({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const query = useInfiniteQuery(recipientsQuery(workspaceId, broadcast.id, outcome));
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
      <Loaded query={query} failure={t("recipientsFailure")} shape="table">
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
            <VirtualRows
              rows={rows}
              rowPx={ROW_PX}
              label={t("recipientsTitle")}
              query={query}
              // The box scrolls by itself, so it must be reachable by keyboard.
              box={{ className: classes.recipients, tabIndex: 0, role: "group", "aria-label": t("recipientsTitle") }}
            >
              {(row) => <RecipientRow recipient={row} />}
            </VirtualRows>
          );
        }}
      </Loaded>
    </Panel>
  );
}
