"use client";

import { Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { channelSetupQuery, channelTypesQuery, patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Whether the comments on the account's posts come in. Draws nothing for a channel without posts. */
export function CommentsPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.comments");
  const workspaceId = useWorkspaceId();
  const { data: types } = useQuery(channelTypesQuery(workspaceId));
  const hasComments = types?.some(({ type, inComments }) => type === channel.type && inComments !== null) ?? false;
  const queryClient = useQueryClient();
  const save = useChannelChange((comments: boolean) => patchChannel({ workspaceId, id: channel.id, comments }));
  if (!hasComments) return null;

  /** The provider may refuse, which the channel's state shows. Fields to set by hand may have changed. */
  function onSaved({ lastError }: Channel) {
    if (lastError === null) done(t("saved"));
    void queryClient.invalidateQueries(channelSetupQuery(workspaceId, channel.id));
  }
  return (
    <Panel title={t("title")} description={t("description")}>
      <Switch
        label={t("label")}
        checked={save.isPending ? save.variables : channel.comments}
        onChange={(event) => save.mutate(event.currentTarget.checked, { onSuccess: onSaved })}
        disabled={save.isPending}
        error={save.error?.message}
      />
    </Panel>
  );
}
