"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { RowErrors } from "./import-errors.tsx";
import { cancelImport, errorFile, importJobQuery, isOver, type ImportJob } from "./import-queries.ts";

/** One import: its progress, its result and the rows that were refused. */
export function ImportJobPage({ jobId }: { jobId: string }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const job = useQuery(importJobQuery(workspaceId, jobId));
  return (
    <Page
      title={t("importing.title")}
      above={<BackLink href={paths.importContacts(workspaceId)} label={t("importing.history")} />}
    >
      <Panel>
        <Loaded query={job} failure={t("importing.jobFailed")}>
          {(found) => <JobProgress job={found} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

function JobProgress({ job }: { job: ImportJob }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelImport(workspaceId, job.jobId),
    onError: (error) => failed(t("importing.notStopped"), error),
    onSettled: () => client.invalidateQueries({ queryKey: importJobQuery(workspaceId, job.jobId).queryKey }),
  });
  const { processedRows, totalRows, createdCount, updatedCount, failedCount } = job;
  const share = totalRows > 0 ? (processedRows / totalRows) * 100 : 0;
  return (
    <Stack>
      <Text fw={600} role="status">
        {t(`importing.states.${stateOf(job)}`)}
      </Text>
      {job.error ? <Text c="red">{job.error}</Text> : null}
      <Progress
        value={job.state === "completed" ? 100 : share}
        color={job.state === "failed" ? "red" : "petrol"}
        aria-label={t("importing.progress", { done: processedRows, total: totalRows })}
      />
      <Text size="sm" className="tabular">
        {t("importing.progress", { done: processedRows, total: totalRows })}
      </Text>
      <Text size="sm">
        {t("importing.counts", { created: createdCount, updated: updatedCount, refused: failedCount })}
      </Text>
      <RowErrors errors={job.errors} total={failedCount} />
      <Group>
        {isOver(job) ? null : (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("importing.stop")}
          </Button>
        )}
        {failedCount > 0 && isOver(job) ? (
          <Button
            component="a"
            href={errorFile(workspaceId, job.jobId)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("importing.errorFile")}
          </Button>
        ) : null}
        {isOver(job) ? (
          <Button component="a" href={paths.contacts(workspaceId)} variant="default">
            {t("importing.toContacts")}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** The states that have texts. */
export function stateOf({ state }: Pick<ImportJob, "state">): "queued" | "running" | "completed" | "failed" {
  return state === "running" || state === "completed" || state === "failed" ? state : "queued";
}
