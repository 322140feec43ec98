"use client";

import { Modal, Radio, Stack, TextInput } from "@mantine/core";
import { isEmail, useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { createInvitation, type GivenRole, type NewInvitation } from "./team-queries.ts";
import { GIVEN_ROLES } from "./team-roles.ts";
import { useTeamChange } from "./use-team-change.ts";

type Props = { opened: boolean; onClose: () => void; onInvited: (invitation: NewInvitation) => void };

export function TeamInviteDialog({ opened, onClose, onInvited }: Props) {
  const t = useTranslations("settings.invite");
  return (
    <Modal opened={opened} onClose={onClose} title={t("title")}>
      <InviteForm onClose={onClose} onInvited={onInvited} />
    </Modal>
  );
}

function InviteForm({ onClose, onInvited }: Omit<Props, "opened">) {
  const t = useTranslations("settings.invite");
  const team = useTranslations("settings.team");
  const roles = useTranslations("shell.roles");
  const workspaceId = useWorkspaceId();
  const form = useForm<{ email: string; role: GivenRole }>({
    mode: "uncontrolled",
    initialValues: { email: "", role: "AGENT" },
    validate: { email: isEmail(t("emailWrong")) },
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
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit(submit)}
      submit={t("send")}
      isBusy={invite.isPending}
      onCancel={onClose}
    >
      <TextInput
        label={t("email")}
        type="email"
        placeholder="ana@example.com"
        description={t("emailHint")}
        data-autofocus
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <Radio.Group label={team("role")} key={form.key("role")} {...form.getInputProps("role")}>
        <Stack gap="xs" mt="xs">
          {GIVEN_ROLES.map((role) => (
            <Radio key={role} value={role} label={roles(role)} description={team(`meanings.${role}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </SaveForm>
  );
}
