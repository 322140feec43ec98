"use client";

import { Anchor, Badge, Button, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { When } from "../ui/when.tsx";
import { runsQuery } from "./eval-queries.ts";
import type { EvalRun } from "./eval-queries.ts";
import { useShownRun } from "./eval-shown-run.ts";

const STATES: Record<EvalRun["state"], string> = {
  queued: "Waiting",
  running: "Under way",
  completed: "Completed",
  failed: "Broke off",
  cancelled: "Stopped",
};

/** All runs, newest first; one of them can be looked at again. Nothing while there is none to go back to. */
export function EvalRunsPanel({ aiId }: { aiId: string }) {
  const runs = useInfiniteQuery(runsQuery(useWorkspaceId(), aiId));
  const { runId, show } = useShownRun(aiId);
  const rows = runs.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  if (rows.length < 2) return null;
  const shownId = runId ?? rows[0]?.id;
  return (
    <Panel title="Runs" flush>
      <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>Version</Table.Th>
            <Table.Th ta="end">Passed</Table.Th>
            <Table.Th ta="end">Score</Table.Th>
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
                    // Its results stand on top.
                    event.currentTarget.closest("main")?.scrollTo({ top: 0 });
                  }}
                >
                  <When at={run.createdAt} precise />
                </Anchor>
                {run.id === shownId ? (
                  <Badge variant="light" size="sm" ms="xs">
                    Shown
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td>{run.versionNumber}</Table.Td>
              <Table.Td ta="end">
                {run.passed} of {run.total}
              </Table.Td>
              <Table.Td ta="end">
                {run.score === null ? (
                  <Text size="sm" c="dimmed">
                    {STATES[run.state]}
                  </Text>
                ) : (
                  `${run.score} %`
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {runs.hasNextPage ? (
        <Button variant="subtle" fullWidth loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </Panel>
  );
}
