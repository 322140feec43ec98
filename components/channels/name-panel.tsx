"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

export function NamePanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.name");
  const workspaceId = useWorkspaceId();
  const [name, setName] = useState(channel.name);
  const save = useChannelChange((text: string) => patchChannel({ workspaceId, id: channel.id, name: text }));
  const isSame = name.trim() === channel.name || name.trim() === "";
  return (
    <Panel title={t("title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) save.mutate(name, { onSuccess: () => done(t("saved")) });
        }}
      >
        <Group align="flex-start">
          <TextInput
            aria-label={t("label")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={save.error?.message}
            flex="1 1 240px"
          />
          <Button type="submit" variant="default" disabled={isSame} loading={save.isPending}>
            {t("save")}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
