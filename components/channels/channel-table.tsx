"use client";

import { Anchor, Badge, Table, Text } from "@mantine/core";
import Link from "next/link";
import { useNow } from "../inbox/use-now.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import { channelWarnings } from "./channel-warnings.ts";
import { STATE_WORDS, TYPE_NAMES } from "./channel-words.ts";
import type { Channel } from "./queries.ts";

export function ChannelTable({ channels }: { channels: Channel[] }) {
  const workspaceId = useWorkspaceId();
  const now = useNow();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Channel</Table.Th>
          <Table.Th visibleFrom="sm">Type</Table.Th>
          <Table.Th visibleFrom="sm">Identifier</Table.Th>
          <Table.Th visibleFrom="sm">Last message in</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {channels.map((channel) => (
          <Table.Tr key={channel.id}>
            <Table.Td>
              <Anchor component={Link} href={paths.channel(workspaceId, channel.id)} fw={550} underline="hover">
                {channel.name}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {TYPE_NAMES[channel.type]}
              </Text>
              {channelWarnings(channel, now).map(({ key, tone, title, words }) => (
                <Text key={key} size="xs" c={tone === "bad" ? "var(--bad)" : "var(--warn)"}>
                  {key === "error" || key === "incoming" ? words[0] : title}
                </Text>
              ))}
            </Table.Td>
            <Table.Td visibleFrom="sm">{TYPE_NAMES[channel.type]}</Table.Td>
            <Table.Td visibleFrom="sm">{channel.identifier ?? <Text c="dimmed">None</Text>}</Table.Td>
            <Table.Td visibleFrom="sm">
              {channel.lastInboundAt ? <When at={channel.lastInboundAt} precise /> : <Text c="dimmed">None yet</Text>}
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
  const { label, color } = STATE_WORDS[state];
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}
