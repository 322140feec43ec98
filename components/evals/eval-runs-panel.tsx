"use client";

import { Anchor, Badge, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { When } from "../ui/when.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { runsQuery } from "./eval-queries.ts";
import { useShownRun } from "./eval-shown-run.ts";

/** All runs, newest first, to view one again. Draws nothing if there is no earlier run. */
export function EvalRunsPanel({ aiId }: { aiId: string }) {
  const t = useTranslations("evals.runs");
  const words = useTranslations("evals");
  const runs = useInfiniteQuery(runsQuery(useWorkspaceId(), aiId));
  const { runId, show } = useShownRun(aiId);
  const rows = runs.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  if (rows.length < 2) return null;
  const shownId = runId ?? rows[0]?.id;
  return (
    <Panel title={t("title")} flush>
      <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("run")}</Table.Th>
            <Table.Th>{t("version")}</Table.Th>
            <Table.Th ta="end">{t("passed")}</Table.Th>
            <Table.Th ta="end">{t("score")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((run, place) => (
            <Table.Tr key={run.id} aria-current={run.id === shownId || undefined}>
              <Table.Td>
                <Anchor
                  component="button"
                  type="button"
                  underline="hover"
                  onClick={(event) => {
                    show(place === 0 ? null : run.id);
                    // The results are at the top of the page.
                    event.currentTarget.closest("[data-scroller]")?.scrollTo({ top: 0 });
                  }}
                >
                  <When at={run.createdAt} precise />
                </Anchor>
                {run.id === shownId ? (
                  <Badge variant="light" size="sm" ms="xs">
                    {t("shown")}
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td>{run.versionNumber}</Table.Td>
              <Table.Td ta="end">{t("passedOf", { passed: run.passed, total: run.total })}</Table.Td>
              <Table.Td ta="end">
                {run.score === null ? (
                  <Text size="sm" c="dimmed">
                    {t(`states.${run.state}`)}
                  </Text>
                ) : (
                  `${run.score} %`
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton query={runs} variant="subtle" fullWidth>
        {words("older")}
      </MoreButton>
    </Panel>
  );
}
