"use client";

import { Modal, Select, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { apiKeysQuery, genApiKey } from "./queries.ts";

type Props = { opened: boolean; onClose: () => void; onCreated: (key: string) => void };

export function KeyDialog({ opened, onClose, onCreated }: Props) {
  const t = useTranslations("developers.keys");
  return (
    <Modal opened={opened} onClose={onClose} title={t("dialogTitle")}>
      <KeyForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function KeyForm({ onClose, onCreated }: Omit<Props, "opened">) {
  const t = useTranslations("developers");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const agents = useAgentChoices();
  const form = useForm<{ label: string; agentId: string | null }>({
    mode: "uncontrolled",
    initialValues: { label: "", agentId: null },
    validate: { label: isNotEmpty(t("keys.labelMissing")) },
  });
  const create = useMutation({
    mutationFn: ({ label, agentId }: { label: string; agentId: string | null }) =>
      genApiKey({ workspaceId, label, agentId }),
    onSuccess: ({ key }) => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery(workspaceId).queryKey });
      onCreated(key);
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["label", "agentId"])),
  });
  return (
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      submit={t("keys.create")}
      isBusy={create.isPending}
      onCancel={onClose}
    >
      <TextInput
        label={t("label")}
        placeholder={t("labelExample")}
        description={t("keys.labelHint")}
        data-autofocus
        key={form.key("label")}
        {...form.getInputProps("label")}
      />
      <Select
        label={t("keys.agent")}
        description={t("keys.agentHint")}
        placeholder={t("keys.wholeWorkspace")}
        data={agents}
        clearable
        searchable
        nothingFoundMessage={t("keys.noAgent")}
        key={form.key("agentId")}
        {...form.getInputProps("agentId")}
      />
    </SaveForm>
  );
}
