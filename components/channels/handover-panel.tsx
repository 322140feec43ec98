"use client";

import { Select, TagsInput, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useAgentChoices } from "../shell/agents.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import type { Channel } from "./queries.ts";
import { handoverPatch, readHandover } from "./routing.ts";
import { useChannelForm } from "./use-channel-form.ts";

/** What happens when an assistant hands over a conversation to an agent. */
export function HandoverPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.handover");
  const agents = useAgentChoices();
  const { form, saving } = useChannelForm(channel, readHandover, handoverPatch, () => done(t("saved")));
  return (
    <Panel title={t("title")} description={t("description")}>
      <SaveForm submit={t("save")} {...saving}>
        <Select
          label={t("to")}
          placeholder={t("toNone")}
          data={agents}
          clearable
          searchable
          {...form.getInputProps("toAgentId")}
        />
        <Textarea
          label={t("message")}
          placeholder={t("messageExample")}
          autosize
          minRows={2}
          {...form.getInputProps("message")}
        />
        <TagsInput
          label={t("keywords")}
          description={t("keywordsHint")}
          placeholder={t("keywordsExample")}
          {...form.getInputProps("keywords")}
        />
      </SaveForm>
    </Panel>
  );
}
