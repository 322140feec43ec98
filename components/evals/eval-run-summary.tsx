"use client";

import { Alert, Button, Progress, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconAlertCircle, IconPlayerStop } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { cancelRun, isUnderWay, runQuery, type EvalRun } from "./eval-queries.ts";
import classes from "./evals.module.css";
import { PublishDialog } from "../assistants/publish-dialog.tsx";
import type { Assistant } from "../assistants/queries.ts";

type Props = { assistant: Assistant; run: EvalRun };

/** The progress of a run, or its score and the differences from the previous version. */
export function EvalRunSummary({ assistant, run }: Props) {
  const t = useTranslations("evals.run");
  if (isUnderWay(run)) return <UnderWay aiId={assistant.id} run={run} />;
  const asked = run.passed + run.failed;
  if (run.state === "failed") {
    return (
      <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} title={t("brokeOff")}>
        {t("askedOf", { error: run.error ?? t("notAsked"), asked, total: run.total })}
      </Alert>
    );
  }
  return (
    <div className={classes.summary}>
      {run.score === null ? null : <span className={classes.score}>{run.score} %</span>}
      <div className={classes.words}>
        <Text fw={500}>
          {run.state === "cancelled"
            ? t("stoppedAfter", { asked, total: run.total })
            : t("passed", { passed: run.passed, total: run.total })}
        </Text>
        <Text size="sm" c="dimmed">
          {t.rich("versionAt", { number: run.versionNumber, when: () => <When at={run.createdAt} precise /> })}
        </Text>
        <Compared run={run} />
      </div>
      {run.state === "completed" && run.versionId !== null && run.versionId === assistant.draft?.id ? (
        <PublishButton assistant={assistant} />
      ) : null}
    </div>
  );
}

function Compared({ run: { previous, fixed, broken, state } }: { run: EvalRun }) {
  const t = useTranslations("evals.run");
  if (!previous || state !== "completed") return null;
  const parts = [
    ...(fixed > 0 ? [t("fixed", { count: fixed })] : []),
    ...(broken > 0 ? [t("broken", { count: broken })] : []),
    ...(fixed + broken === 0 ? [t("same")] : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {t("before", { number: previous.versionNumber, score: previous.score ?? 0, changes: parts.join(", ") })}
    </Text>
  );
}

function PublishButton({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("evals.run");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>{t("publish")}</Button>
      <PublishDialog assistant={assistant} opened={isOpen} onClose={close} />
    </>
  );
}

function UnderWay({ aiId, run }: { aiId: string; run: EvalRun }) {
  const t = useTranslations("evals.run");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => cancelRun({ workspaceId, id: run.id }),
    onSuccess: (stopped) => queryClient.setQueryData(runQuery(workspaceId, aiId, run.id).queryKey, stopped),
    onError: (error) => failed(t("notStopped"), error),
  });
  const asked = run.passed + run.failed;
  const share = (count: number) => (run.total > 0 ? (100 * count) / run.total : 0);
  return (
    <Stack gap="sm">
      <div className={classes.summary}>
        <div className={classes.words}>
          <Text fw={500}>{run.state === "queued" ? t("beginning") : t("asked", { asked, total: run.total })}</Text>
          <Text size="sm" c="dimmed">
            {t("soFar", { number: run.versionNumber, passed: run.passed, failed: run.failed })}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t("stop")}
        </Button>
      </div>
      <Progress.Root
        size="md"
        role="progressbar"
        aria-label={t("progress")}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={asked}
      >
        <Progress.Section value={share(run.passed)} color="petrol" withAria={false} />
        <Progress.Section value={share(run.failed)} color="red" withAria={false} />
      </Progress.Root>
    </Stack>
  );
}
