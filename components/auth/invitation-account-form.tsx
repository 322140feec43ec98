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
  /** The invitation must be looked at again: somebody made the account, or took the link, meanwhile. */
  onTaken: () => void;
};

/** An invited person who is new here: name and password, and they are in. The e-mail is the invited one. */
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
      // The seat is taken either way: whoever could not be signed in does that on the page for it.
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
