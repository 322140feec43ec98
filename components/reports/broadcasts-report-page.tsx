"use client";

import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { channelsQuery } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { CountLink } from "./count-link.tsx";
import { broadcastsReportQuery, type BroadcastReport } from "./queries.ts";
import { ReportTable } from "./report-table.tsx";
import { ReportsFrame } from "./reports-frame.tsx";
import { useReportUrl } from "./use-report-url.ts";

const COUNTS = ["sentCount", "deliveredCount", "readCount", "pendingCount", "failedCount"] as const;

/** The outcomes of a period's broadcasts, by channel and day. */
export function BroadcastsReportPage() {
  const t = useTranslations("reports.broadcasts");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const url = useReportUrl();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  const { from, to } = url.days;
  const report = useQuery(
    broadcastsReportQuery({
      workspaceId,
      startDate: `${from}T00:00:00Z`,
      endDate: `${to}T00:00:00Z`,
      ...(url.channelId ? { integrationId: url.channelId } : {}),
    }),
  );
  const channelOf = ({ integrationId }: BroadcastReport) =>
    channels.find(({ id }) => id === integrationId)?.name ?? integrationId;
  /** The broadcasts that a row counts. Each lists its recipients by outcome, with their conversations. */
  const hrefOf = ({ integrationId, reportDate }: BroadcastReport) =>
    paths.broadcasts(
      workspaceId,
      new URLSearchParams({ channel: integrationId, day: reportDate.slice(0, 10) }).toString(),
    );
  return (
    <ReportsFrame tab="broadcasts" url={url} hasChannels>
      <Loaded query={report} failure={t("failure")} shape="panels">
        {(rows) => (
          <ReportTable
            title={t("title")}
            description={t("hint")}
            file="broadcasts"
            rows={rows}
            keyOf={({ id }) => id}
            empty={t("none")}
            columns={[
              {
                name: t("day"),
                value: ({ reportDate }) => reportDate.slice(0, 10),
                show: (row) => (
                  <Anchor component={Link} href={hrefOf(row)}>
                    {format.dateTime(new Date(row.reportDate), { dateStyle: "medium", timeZone: "UTC" })}
                  </Anchor>
                ),
              },
              { name: t("channel"), value: channelOf },
              ...COUNTS.map((count) => ({
                name: t(count),
                value: (row: BroadcastReport) => row[count],
                show: (row: BroadcastReport) => <CountLink count={row[count]} href={hrefOf(row)} />,
                isNumber: true,
              })),
            ]}
          />
        )}
      </Loaded>
    </ReportsFrame>
  );
}
