"use client";

import { Accordion, Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { EvalResultItem } from "./eval-result-item.tsx";
import { isUnderWay, resultsQuery } from "./eval-queries.ts";
import type { EvalRun, ResultFilter } from "./eval-queries.ts";

/** The questions of a run with what came of each; those that came out otherwise than before are looked at first. */
export function EvalResults({ aiId, run }: { aiId: string; run: EvalRun }) {
  const workspaceId = useWorkspaceId();
  const [picked, setPicked] = useState<ResultFilter | null>(null);
  const changed = run.fixed + run.broken;
  const first = isUnderWay(run) ? "all" : changed > 0 ? "changed" : run.failed > 0 ? "failed" : "all";
  const filter = picked ?? first;
  const results = useInfiniteQuery(resultsQuery(workspaceId, aiId, run, filter));
  const filters: { value: ResultFilter; label: string }[] = [
    ...(run.previous ? [{ value: "changed" as const, label: `Changed ${changed}` }] : []),
    { value: "failed", label: `Failed ${run.failed}` },
    { value: "all", label: `All ${run.total}` },
  ];
  return (
    <Stack gap="sm" mt="lg">
      <SegmentedControl
        aria-label="Which questions"
        data={filters}
        value={filter}
        size="xs"
        style={{ alignSelf: "flex-start" }}
        onChange={setPicked}
      />
      <Loaded query={results} failure="The results could not be loaded" rows={3}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <Text size="sm" c="dimmed">
                {filter === "failed" ? "None failed." : "None came out otherwise than in the version before."}
              </Text>
            );
          }
          return (
            <Accordion variant="separated" chevronPosition="left" keepMounted={false}>
              {rows.map((result) => (
                <EvalResultItem key={result.questionId} result={result} isOver={!isUnderWay(run)} />
              ))}
            </Accordion>
          );
        }}
      </Loaded>
      {results.hasNextPage ? (
        <Button
          variant="default"
          style={{ alignSelf: "center" }}
          loading={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}
