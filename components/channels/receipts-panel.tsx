"use client";

import { Radio, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { channelTypesQuery, patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

type Receipts = Channel["readReceipts"];
const CHOICES: readonly Receipts[] = ["never", "opened", "replied"];

/** When contacts see that their messages were read. Draws nothing if the channel has no read receipts. */
export function ReceiptsPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.receipts");
  const workspaceId = useWorkspaceId();
  const { data: types } = useQuery(channelTypesQuery(workspaceId));
  const can = types?.find(({ type }) => type === channel.type);
  const save = useChannelChange((readReceipts: Receipts) =>
    patchChannel({ workspaceId, id: channel.id, readReceipts }),
  );
  if (!can?.gestures.includes("read")) return null;
  return (
    <Panel title={t("title")} description={t("description")}>
      <Radio.Group
        label={<VisuallyHidden>{t("title")}</VisuallyHidden>}
        value={save.isPending ? save.variables : channel.readReceipts}
        onChange={(value) => save.mutate(value as Receipts, { onSuccess: () => done(t("saved")) })}
        error={save.error?.message}
      >
        <Stack gap="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice} value={choice} label={t(choice)} disabled={save.isPending} />
          ))}
        </Stack>
      </Radio.Group>
      {can.typingMarksRead ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t("typing")}
        </Text>
      ) : null}
    </Panel>
  );
}
