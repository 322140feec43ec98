"use client";

import { Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { channelSetupQuery, channelTypesQuery, patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

type Field = "lateReplies" | "comments" | "utilityMessages" | "marketingApi";

/** What can be switched on for this type of channel, each in a panel of its own. */
export function SwitchPanels({ channel }: { channel: Channel }) {
  const t = useTranslations("channels");
  const { data: types } = useQuery(channelTypesQuery(useWorkspaceId()));
  const type = types?.find((each) => each.type === channel.type);
  if (!type) return null;
  const days = type.lateReplyHours === null ? null : Math.round(type.lateReplyHours / 24);
  return (
    <>
      {days === null ? null : (
        <SwitchPanel channel={channel} field="lateReplies" description={t("lateReplies.description", { days })} />
      )}
      {type.inComments ? (
        <SwitchPanel channel={channel} field="comments" description={t("comments.description")} />
      ) : null}
      {type.utilityMessages ? (
        <SwitchPanel channel={channel} field="utilityMessages" description={t("utilityMessages.description")} />
      ) : null}
      {type.marketingApi ? (
        <SwitchPanel channel={channel} field="marketingApi" description={t("marketingApi.description")} />
      ) : null}
    </>
  );
}

function SwitchPanel({ channel, field, description }: { channel: Channel; field: Field; description: string }) {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const save = useChannelChange((isOn: boolean) => patchChannel({ workspaceId, id: channel.id, [field]: isOn }));

  /** The provider may refuse comments, which the channel's state shows. Their fields to set by hand may have changed. */
  function onSaved({ lastError }: Channel) {
    if (field !== "comments" || lastError === null) done(t(`${field}.saved`));
    if (field === "comments") void queryClient.invalidateQueries(channelSetupQuery(workspaceId, channel.id));
  }
  return (
    <Panel title={t(`${field}.title`)} description={description}>
      <Switch
        label={t(`${field}.label`)}
        checked={save.isPending ? save.variables : channel[field]}
        onChange={(event) => save.mutate(event.currentTarget.checked, { onSuccess: onSaved })}
        disabled={save.isPending}
        error={save.error?.message}
      />
    </Panel>
  );
}
