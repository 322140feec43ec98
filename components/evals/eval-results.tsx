"use client";

import { Accordion, SegmentedControl, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { EvalResultItem } from "./eval-result-item.tsx";
import { isUnderWay, resultsQuery, type EvalRun, type ResultFilter } from "./eval-queries.ts";

/** The questions of a run with their results. The default filter shows results that differ from the previous run. */
export function EvalResults({ aiId, run }: { aiId: string; run: EvalRun }) {
  const t = useTranslations("evals.results");
  const workspaceId = useWorkspaceId();
  const [picked, setPicked] = useState<ResultFilter | null>(null);
  const changed = run.fixed + run.broken;
  const first = isUnderWay(run) ? "all" : changed > 0 ? "changed" : run.failed > 0 ? "failed" : "all";
  const filter = picked ?? first;
  const results = useInfiniteQuery(resultsQuery(workspaceId, aiId, run, filter));
  const filters: { value: ResultFilter; label: string }[] = [
    ...(run.previous ? [{ value: "changed" as const, label: t("changed", { count: changed }) }] : []),
    { value: "failed", label: t("failedCount", { count: run.failed }) },
    { value: "all", label: t("all", { count: run.total }) },
  ];
  return (
    <Stack gap="sm" mt="lg">
      <SegmentedControl
        aria-label={t("which")}
        data={filters}
        value={filter}
        size="xs"
        style={{ alignSelf: "flex-start" }}
        onChange={setPicked}
      />
      <Loaded query={results} failure={t("failed")} rows={3}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <Text size="sm" c="dimmed">
                {filter === "failed" ? t("noneFailed") : t("noneChanged")}
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
      <MoreButton query={results} style={{ alignSelf: "center" }}>
        {t("more")}
      </MoreButton>
    </Stack>
  );
}
