"use client";

import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { channelTypesQuery, patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Whether people may answer after the reply window. Draws nothing if the channel has no such permission. */
export function LateRepliesPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.lateReplies");
  const workspaceId = useWorkspaceId();
  const { data: types } = useQuery(channelTypesQuery(workspaceId));
  const hours = types?.find(({ type }) => type === channel.type)?.lateReplyHours ?? null;
  const save = useChannelChange((lateReplies: boolean) => patchChannel({ workspaceId, id: channel.id, lateReplies }));
  if (hours === null) return null;
  const days = Math.round(hours / 24);
  return (
    <Panel title={t("title")} description={t("description", { days })}>
      <Switch
        label={t("label")}
        checked={save.isPending ? save.variables : channel.lateReplies}
        onChange={(event) => save.mutate(event.currentTarget.checked, { onSuccess: () => done(t("saved")) })}
        disabled={save.isPending}
        error={save.error?.message}
      />
    </Panel>
  );
}
