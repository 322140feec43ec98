"use client";

import { Anchor, Badge, Table, Text } from "@mantine/core";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import { STATE_WORDS, TYPE_NAMES } from "./channel-words.ts";
import type { Channel } from "./queries.ts";

export function ChannelTable({ channels }: { channels: Channel[] }) {
  const workspaceId = useWorkspaceId();
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
              {channel.lastError && channel.state === "error" ? (
                <Text size="xs" c="var(--bad)">
                  {channel.lastError}
                </Text>
              ) : null}
              {channel.routingProblems.length > 0 ? (
                <Text size="xs" c="var(--warn)">
                  Routing does not work as written
                </Text>
              ) : null}
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
