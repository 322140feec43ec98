"use client";

import { Button, Group, Select, Stack, TagsInput, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { patchChannel } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { handoverPatch, readHandover } from "./routing.ts";
import type { Handover } from "./routing.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** What happens when an assistant hands a conversation to a person. */
export function HandoverPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.handover");
  const workspaceId = useWorkspaceId();
  const agents = useAgentChoices();
  const form = useForm<Handover>({ initialValues: readHandover(channel.properties) });
  const save = useChannelChange((handover: Handover) =>
    patchChannel({ workspaceId, id: channel.id, properties: handoverPatch(handover) }),
  );
  const submit = (handover: Handover) =>
    save.mutate(handover, {
      onSuccess: () => {
        form.resetDirty();
        done(t("saved"));
      },
      onError: (error) => form.setErrors(fieldErrors(error, ["toAgentId", "message", "keywords"])),
    });
  return (
    <Panel title={t("title")} description={t("description")}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
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
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
