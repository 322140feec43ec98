"use client";

import { Checkbox, Modal, Select, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { apiKeysQuery, genApiKey } from "./queries.ts";

type Props = { opened: boolean; onClose: () => void; onCreated: (key: string) => void };

/** What a key may do at most, by its kind, besides USE_CONVS, which every key has. */
export const AGENT_KEY = ["MANAGE_CLIENTS"] as const;
export const WORKSPACE_KEY = [...AGENT_KEY, "MANAGE_CONVS", "MANAGE_BROADCASTS", "MANAGE_WORKSPACE"] as const;
type Permission = (typeof WORKSPACE_KEY)[number];

const DAYS = [30, 90, 365] as const;
const DAY_MS = 86_400_000;

type Values = {
  label: string;
  agentId: string | null;
  permissions: string[];
  days: string | null;
  allowedRanges: string;
};

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
  const [isAgents, setAgents] = useState(false);
  const offered: readonly Permission[] = isAgents ? AGENT_KEY : WORKSPACE_KEY;
  const form = useForm<Values>({
    mode: "uncontrolled",
    initialValues: { label: "", agentId: null, permissions: [...WORKSPACE_KEY], days: null, allowedRanges: "" },
    validate: { label: isNotEmpty(t("keys.labelMissing")) },
    onValuesChange: ({ agentId }) => setAgents(agentId !== null),
  });
  const create = useMutation({
    mutationFn: ({ label, agentId, permissions, days, allowedRanges }: Values) => {
      const chosen = offered.filter((each) => permissions.includes(each));
      return genApiKey({
        ...{ workspaceId, label, agentId },
        ...(chosen.length < offered.length ? { permissions: chosen } : {}),
        ...(days === null ? {} : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
        ...(allowedRanges.trim() ? { allowedRanges: allowedRanges.split(/[\s,]+/).filter(Boolean) } : {}),
      });
    },
    onSuccess: ({ key }) => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery(workspaceId).queryKey });
      onCreated(key);
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["label", "agentId", "permissions", "allowedRanges"])),
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
      <Checkbox.Group
        label={t("keys.permissions")}
        description={t("keys.permissionsHint")}
        key={form.key("permissions")}
        {...form.getInputProps("permissions")}
      >
        {offered.map((each) => (
          <Checkbox key={each} value={each} label={t(`keys.may.${each}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      <Select
        label={t("keys.expires")}
        description={t("keys.expiryHint")}
        placeholder={t("keys.never")}
        data={DAYS.map((count) => ({ value: String(count), label: t("keys.inDays", { count }) }))}
        clearable
        key={form.key("days")}
        {...form.getInputProps("days")}
      />
      <Textarea
        label={t("keys.ranges")}
        description={t("keys.rangesHint")}
        autosize
        minRows={1}
        maxRows={6}
        key={form.key("allowedRanges")}
        {...form.getInputProps("allowedRanges")}
      />
    </SaveForm>
  );
}
