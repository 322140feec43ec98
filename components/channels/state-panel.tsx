"use client";

import { Group, Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { StateBadge } from "./channel-table.tsx";
import { ChannelWarningList } from "./channel-warning-list.tsx";
import { setChannelState, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Whether the channel works, why not, and the switch that turns it on or off. */
export function StatePanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.state");
  const workspaceId = useWorkspaceId();
  const { lastInboundAt } = channel;
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
              {lastInboundAt
                ? t.rich("lastInbound", { when: () => <When at={lastInboundAt} precise /> })
                : t("noInbound")}
            </Text>
          </Group>
          <Switch
            label={t("on")}
            description={t("offMeans")}
            checked={change.isPending ? change.variables : channel.state !== "disabled"}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate(event.currentTarget.checked, {
                onError: (error) => failed(t("notSwitched"), error),
              })
            }
          />
        </Group>
        <ChannelWarningList channel={channel} />
      </Stack>
    </Panel>
  );
}
