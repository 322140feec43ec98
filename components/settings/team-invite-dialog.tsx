"use client";

import { Button, Group, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { isEmail, useForm } from "@mantine/form";
import { ROLE_NAMES } from "../shell/role-names.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { createInvitation } from "./team-queries.ts";
import type { GivenRole, NewInvitation } from "./team-queries.ts";
import { GIVEN_ROLES } from "./team-roles.ts";
import { useTeamChange } from "./use-team-change.ts";

type Props = { opened: boolean; onClose: () => void; onInvited: (invitation: NewInvitation) => void };

export function TeamInviteDialog({ opened, onClose, onInvited }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite to the workspace">
      <InviteForm onClose={onClose} onInvited={onInvited} />
    </Modal>
  );
}

function InviteForm({ onClose, onInvited }: Omit<Props, "opened">) {
  const workspaceId = useWorkspaceId();
  const form = useForm<{ email: string; role: GivenRole }>({
    mode: "uncontrolled",
    initialValues: { email: "", role: "AGENT" },
    validate: { email: isEmail("Enter an e-mail address, like ana@example.com") },
  });
  const invite = useTeamChange((input: { email: string; role: GivenRole }) =>
    createInvitation({ workspaceId, ...input }),
  );
  const submit = (values: { email: string; role: GivenRole }) =>
    invite.mutate(values, {
      onSuccess: onInvited,
      onError: (error) => form.setErrors(fieldErrors(error, ["email", "role"])),
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput
          label="E-mail"
          type="email"
          placeholder="ana@example.com"
          description="Somebody who is invited already gets a new link, and the old one stops working"
          data-autofocus
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <Radio.Group label="Role" key={form.key("role")} {...form.getInputProps("role")}>
          <Stack gap="xs" mt="xs">
            {GIVEN_ROLES.map(({ role, meaning }) => (
              <Radio key={role} value={role} label={ROLE_NAMES[role]} description={meaning} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
