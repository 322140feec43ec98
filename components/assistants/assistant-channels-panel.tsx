"use client";

import { Anchor, List, Text } from "@mantine/core";
import Link from "next/link";
import { TYPE_NAMES } from "../channels/channel-words.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Assistant } from "./queries.ts";

/** Where it is at work, and how it gets there. */
export function AssistantChannelsPanel({ channels }: Pick<Assistant, "channels">) {
  const workspaceId = useWorkspaceId();
  return (
    <Panel
      title="Channels"
      description="New conversations of a channel come to it where the channel's routing says so."
    >
      {channels.length > 0 ? (
        <List listStyleType="none" spacing="xs">
          {channels.map(({ integrationId, name, type }) => (
            <List.Item key={integrationId}>
              <Anchor component={Link} href={paths.channel(workspaceId, integrationId)}>
                {name}
              </Anchor>{" "}
              <Text span size="sm" c="dimmed">
                {TYPE_NAMES[type]}
              </Text>
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">
          None yet. Choose it under “Routing” of{" "}
          <Anchor component={Link} href={paths.channels(workspaceId)} inherit>
            one of your channels
          </Anchor>
          .
        </Text>
      )}
    </Panel>
  );
}
