"use client";

import { PasswordInput, Stack, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { EmailField } from "./email-field.tsx";
import { acceptWithAccount, InvitationRefusal } from "./invitation.ts";
import { MIN_PASSWORD } from "./min-password.ts";
import { SubmitButton } from "./submit-button.tsx";

type Props = {
  token: string;
  email: string;
  /** Called to load the invitation again: meanwhile someone created the account or used the link. */
  onTaken: () => void;
};

/** Takes name and password of an invited person without an account and signs them in. The email is the invited one. */
export function InvitationAccountForm({ token, email, onTaken }: Props) {
  const t = useTranslations("auth");
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", password: "" },
    validateInputOnBlur: true,
    validate: {
      name: isNotEmpty(t("nameMissing")),
      password: (text) => (text.length >= MIN_PASSWORD ? null : t("passwordShort", { count: MIN_PASSWORD })),
    },
  });
  const join = useMutation({
    mutationFn: async (values: { name: string; password: string }) => {
      const { workspaceId } = await acceptWithAccount(token, values);
      const answer = await signIn("credentials", { email, password: values.password, redirect: false });
      // They have joined the workspace either way. If signing in failed here, they sign in on its own page.
      const inbox = paths.inbox(workspaceId);
      window.location.assign(answer?.ok ? inbox : paths.signIn(inbox));
    },
    onError: (error) => {
      const fields = error instanceof InvitationRefusal ? error.fields : {};
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) onTaken();
    },
  });
  const problem = join.error && Object.keys(form.errors).length === 0 ? join.error.message : null;
  return (
    <form onSubmit={form.onSubmit((values) => join.mutate(values))} noValidate>
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        <EmailField value={email} readOnly />
        <TextInput
          label={t("name")}
          description={t("invitation.nameHint")}
          autoComplete="name"
          autoFocus
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <PasswordInput
          label={t("password")}
          description={t("passwordHint", { count: MIN_PASSWORD })}
          autoComplete="new-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <SubmitButton isBusy={join.isPending || join.isSuccess}>{t("invitation.create")}</SubmitButton>
      </Stack>
    </form>
  );
}
