"use client";

import { Badge, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import classes from "./contacts.module.css";
import { stateOf } from "./import-job-page.tsx";
import { importJobsQuery } from "./import-queries.ts";

/** Earlier imports, newest first. */
export function ImportHistory() {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const query = useInfiniteQuery(importJobsQuery(workspaceId));
  const jobs = query.data?.pages.flatMap((page) => page.nodes) ?? [];
  if (query.isError && jobs.length === 0)
    return <ErrorFace title={t("importing.historyFailed")} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isSuccess && jobs.length === 0)
    return (
      <Text size="sm" c="dimmed" p="lg">
        {t("importing.none")}
      </Text>
    );
  return (
    <div className={classes.wide}>
      <Table miw={560} aria-label={t("importing.history")} aria-busy={query.isFetching}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("importing.file")}</Table.Th>
            <Table.Th>{t("importing.when")}</Table.Th>
            <Table.Th>{t("importing.state")}</Table.Th>
            <Table.Th>{t("importing.result")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Table.Tr key={job.jobId}>
              <Table.Td>
                <a href={paths.importContacts(workspaceId, job.jobId)}>{job.name ?? t("importing.fileGone")}</a>
              </Table.Td>
              <Table.Td>
                {format.dateTime(new Date(job.createdAt), { dateStyle: "medium", timeStyle: "short" })}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={job.state === "failed" ? "red" : "gray"}>
                  {t(`importing.states.${stateOf(job)}`)}
                </Badge>
              </Table.Td>
              <Table.Td>
                {t("importing.counts", {
                  created: job.createdCount,
                  updated: job.updatedCount,
                  refused: job.failedCount,
                })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <MoreButton query={query} m="sm" variant="subtle">
        {t("more")}
      </MoreButton>
    </div>
  );
}
