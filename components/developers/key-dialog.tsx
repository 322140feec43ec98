"use client";

import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAgentChoices } from "../shell/agents.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { apiKeysQuery, genApiKey } from "./queries.ts";

type Props = { opened: boolean; onClose: () => void; onCreated: (key: string) => void };

export function KeyDialog({ opened, onClose, onCreated }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create an API key">
      <KeyForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function KeyForm({ onClose, onCreated }: Omit<Props, "opened">) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const agents = useAgentChoices();
  const form = useForm<{ label: string; agentId: string | null }>({
    mode: "uncontrolled",
    initialValues: { label: "", agentId: null },
    validate: { label: isNotEmpty("Say what the key is for") },
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
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput
          label="Label"
          placeholder="Order system"
          description="Shown as the sender of what it sends"
          data-autofocus
          key={form.key("label")}
          {...form.getInputProps("label")}
        />
        <Select
          label="Acts as agent"
          description="Linked, it sees this agent's and unassigned conversations only, and sends in their name"
          placeholder="Whole workspace"
          data={agents}
          clearable
          searchable
          nothingFoundMessage="No agent of that name"
          key={form.key("agentId")}
          {...form.getInputProps("agentId")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
