"use client";

import { Anchor, Badge, Table, Text } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useNow } from "../inbox/use-now.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import { channelWarnings } from "./channel-warnings.ts";
import type { Channel } from "./queries.ts";

export function ChannelTable({ channels }: { channels: Channel[] }) {
  const t = useTranslations("channels");
  const tWarnings = useTranslations("channels.warnings");
  const say = useServiceWords();
  const workspaceId = useWorkspaceId();
  const now = useNow();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("table.channel")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("table.type")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("table.identifier")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("table.lastInbound")}</Table.Th>
          <Table.Th>{t("table.state")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {channels.map((channel) => (
          <Table.Tr key={channel.id}>
            <Table.Td>
              <Anchor component={Link} href={paths.channel(workspaceId, channel.id)} fw={500} underline="hover">
                {channel.name}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {t(`types.${channel.type}`)}
              </Text>
              {channelWarnings(channel, now, tWarnings, say).map(({ key, tone, title, words }) => (
                <Text key={key} size="xs" c={tone === "bad" ? "var(--danger-text)" : "var(--warning-text)"}>
                  {key === "error" || key === "incoming" ? words[0] : title}
                </Text>
              ))}
            </Table.Td>
            <Table.Td visibleFrom="sm">{t(`types.${channel.type}`)}</Table.Td>
            <Table.Td visibleFrom="sm">{channel.identifier ?? <Text c="dimmed">{t("table.none")}</Text>}</Table.Td>
            <Table.Td visibleFrom="sm">
              {channel.lastInboundAt ? (
                <When at={channel.lastInboundAt} precise />
              ) : (
                <Text c="dimmed">{t("table.noneYet")}</Text>
              )}
            </Table.Td>
            <Table.Td>
              <StateBadge state={channel.state} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function StateBadge({ state }: { state: Channel["state"] }) {
  const t = useTranslations("channels.states");
  return (
    <Badge variant="light" color={STATE_COLORS[state]}>
      {t(state)}
    </Badge>
  );
}

const STATE_COLORS: Record<Channel["state"], string> = {
  active: "green",
  pending: "yellow",
  disabled: "gray",
  error: "red",
};
