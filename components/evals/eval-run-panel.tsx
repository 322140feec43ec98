"use client";

import { Button, Group, Select, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { evalsKey, isUnderWay, runQuery, runsQuery, startRun } from "./eval-queries.ts";
import { EvalResults } from "./eval-results.tsx";
import { EvalRunSummary } from "./eval-run-summary.tsx";
import { useShownRun } from "./eval-shown-run.ts";
import type { Assistant } from "../assistants/queries.ts";

const LIVE = "live";

/** Runs the golden questions against a version and shows the results. */
export function EvalRunPanel({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("evals.run");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { id: aiId, draft } = assistant;
  const { runId, show } = useShownRun(aiId);
  const newest = useInfiniteQuery(runsQuery(workspaceId, aiId)).data?.pages[0]?.nodes[0];
  const [picked, setPicked] = useState<string | null>(null);
  const versions = [
    {
      value: LIVE,
      label: assistant.versionNumber > 0 ? t("liveVersion", { number: assistant.versionNumber }) : t("live"),
    },
    ...(draft ? [{ value: draft.id, label: t("draftVersion", { number: draft.number }) }] : []),
  ];
  // Default to the draft, because it is the one being edited. A picked version may have been published or deleted since.
  const version = versions.find(({ value }) => value === picked)?.value ?? draft?.id ?? LIVE;
  const shownId = runId ?? newest?.id;

  const start = useMutation({
    mutationFn: () => startRun({ workspaceId, aiId, versionId: version === LIVE ? null : version }),
    onSuccess: (run) => {
      queryClient.setQueryData(runQuery(workspaceId, aiId, run.id).queryKey, run);
      void queryClient.invalidateQueries({ queryKey: evalsKey(workspaceId, aiId) });
      if (runId) show(null);
    },
    onError: (error) => failed(t("notStarted"), error),
  });
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      actions={
        <Group gap="xs">
          <Select
            aria-label={t("version")}
            data={versions}
            value={version}
            onChange={setPicked}
            allowDeselect={false}
            w={180}
          />
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={start.isPending}
            disabled={isUnderWay(newest)}
            onClick={() => start.mutate()}
          >
            {t("start")}
          </Button>
        </Group>
      }
    >
      {shownId ? (
        <ShownRun key={shownId} assistant={assistant} runId={shownId} />
      ) : (
        <Text size="sm" c="dimmed">
          {t("none")}
        </Text>
      )}
    </Panel>
  );
}

function ShownRun({ assistant, runId }: { assistant: Assistant; runId: string }) {
  const t = useTranslations("evals.run");
  const run = useQuery(runQuery(useWorkspaceId(), assistant.id, runId));
  return (
    <Loaded query={run} failure={t("failed")}>
      {(shown) => (
        <>
          <EvalRunSummary assistant={assistant} run={shown} />
          <EvalResults aiId={assistant.id} run={shown} />
        </>
      )}
    </Loaded>
  );
}
