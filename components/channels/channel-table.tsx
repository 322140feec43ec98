"use client";

import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { ChannelMark } from "../details/channel-mark.tsx";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useNow } from "../ui/use-now.ts";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import { channelWarnings } from "./channel-warnings.ts";
import { channelsReportQuery, type Channel } from "./queries.ts";
import classes from "./channel-table.module.css";

export function ChannelTable({ channels }: { channels: Channel[] }) {
  const t = useTranslations("channels");
  const tWarnings = useTranslations("channels.warnings");
  const say = useServiceWords();
  const workspaceId = useWorkspaceId();
  const now = useNow();
  const seesActivity = useMay("MANAGE_CONVS") === true;
  const { data: report, isError: hasFailed } = useQuery({ ...channelsReportQuery(workspaceId), enabled: seesActivity });
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("table.channel")}</Table.Th>
          <Table.Th>{t("table.state")}</Table.Th>
          {seesActivity ? <Table.Th visibleFrom="md">{t("table.activity")}</Table.Th> : null}
          <Table.Th visibleFrom="sm" ta="end">
            {t("table.lastInbound")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {channels.map((channel) => (
          <Table.Tr key={channel.id} className={classes.row}>
            <Table.Td>
              <div className={classes.channel}>
                <ChannelMark type={channel.type} size={36} />
                <div>
                  <Link href={paths.channel(workspaceId, channel.id)} className={classes.name}>
                    {channel.name}
                  </Link>
                  <Text size="xs" c="dimmed">
                    {t(`types.${channel.type}`)}
                    {channel.identifier && channel.identifier !== channel.name ? (
                      <bdi dir="ltr"> · {channel.identifier}</bdi>
                    ) : null}
                  </Text>
                </div>
              </div>
            </Table.Td>
            <Table.Td>
              <StateBadge state={channel.state} />
              {channelWarnings(channel, now, tWarnings, say).map(({ key, tone, title, words }) => (
                <Text key={key} size="xs" c={tone === "bad" ? "var(--danger-text)" : "var(--warning-text)"}>
                  {key === "error" || key === "incoming" ? words[0] : title}
                </Text>
              ))}
            </Table.Td>
            {seesActivity ? (
              <Table.Td visibleFrom="md">
                {report ? <Activity days={report.get(channel.id) ?? []} /> : hasFailed ? "–" : null}
              </Table.Td>
            ) : null}
            <Table.Td visibleFrom="sm" ta="end">
              {channel.lastInboundAt ? (
                <When at={channel.lastInboundAt} precise />
              ) : (
                <Text size="sm" c="dimmed">
                  {t("table.noneYet")}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Messages per day as a line, and their sum. */
function Activity({ days }: { days: readonly number[] }) {
  const format = useFormatter();
  const most = Math.max(1, ...days);
  const points = days.map((count, day) => `${(day * 64) / (days.length - 1)},${14 - (count / most) * 12}`);
  return (
    <span className={classes.activity}>
      <svg viewBox="0 0 64 16" className={classes.line} aria-hidden>
        <polyline points={points.join(" ")} />
      </svg>
      {format.number(days.reduce((sum, count) => sum + count, 0))}
    </span>
  );
}

/** A dot and a word. */
export function StateBadge({ state }: { state: Channel["state"] }) {
  const t = useTranslations("channels.states");
  return (
    <span className={classes.state} data-state={state}>
      {t(state)}
    </span>
  );
}
