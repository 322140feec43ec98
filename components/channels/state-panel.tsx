"use client";

import { Group, Stack, Switch, Text } from "@mantine/core";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { StateBadge } from "./channel-table.tsx";
import { ChannelWarningList } from "./channel-warning-list.tsx";
import { setChannelState } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Whether the channel works, why not, and the switch. */
export function StatePanel({ channel }: { channel: Channel }) {
  const workspaceId = useWorkspaceId();
  const change = useChannelChange((isOn: boolean) =>
    setChannelState({ workspaceId, id: channel.id, state: isOn ? "active" : "disabled" }),
  );
  return (
    <Panel>
      <Stack gap="md">
        <Group justify="space-between" gap="md">
          <Group gap="xs">
            <StateBadge state={channel.state} />
            <Text size="sm" c="dimmed">
              {channel.lastInboundAt ? (
                <>
                  Last message in: <When at={channel.lastInboundAt} precise />
                </>
              ) : (
                "No message has come in yet"
              )}
            </Text>
          </Group>
          <Switch
            label="On"
            description="Off, messages are refused in both directions"
            checked={change.isPending ? change.variables : channel.state !== "disabled"}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate(event.currentTarget.checked, {
                onError: (error) => failed("The channel was not switched", error),
              })
            }
          />
        </Group>
        <ChannelWarningList channel={channel} />
      </Stack>
    </Panel>
  );
}
