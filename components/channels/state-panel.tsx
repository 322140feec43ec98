"use client";

import { Alert, Group, List, Stack, Switch, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { StateBadge } from "./channel-table.tsx";
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
          <div>
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
          </div>
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
        {channel.state === "error" && channel.lastError ? (
          <Alert
            color="red"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title="The provider refuses this channel"
          >
            {channel.lastError} {channel.lastErrorAt ? <When at={channel.lastErrorAt} precise /> : null}
            <br />
            Sends wait until the credentials are put right.
          </Alert>
        ) : null}
        {channel.routingProblems.length > 0 ? (
          <Alert
            color="yellow"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title="Routing does not work as written"
          >
            <List size="sm">
              {channel.routingProblems.map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </Alert>
        ) : null}
      </Stack>
    </Panel>
  );
}
