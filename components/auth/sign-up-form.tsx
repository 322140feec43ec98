"use client";

import { Anchor, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { isEmail, isNotEmpty, useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { languageOf } from "../i18n/locales.ts";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { EmailField } from "./email-field.tsx";
import { EmailSent, type MailDelivery } from "./email-sent.tsx";
import { MIN_PASSWORD } from "./min-password.ts";
import { OperatorCommand } from "./operator-command.tsx";
import { postForm } from "./post-form.ts";
import { SubmitButton } from "./submit-button.tsx";

type SignUpValues = { name: string; workspaceName: string; email: string; password: string };

/** The service's field names, for fields that the form names differently. */
const NAMES = { name: "workspaceName", ownerName: "name" };

export function SignUpForm({ mail }: { mail: MailDelivery }) {
  const t = useTranslations("auth");
  const locale = languageOf(useLocale());
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm<SignUpValues>({
    mode: "uncontrolled",
    initialValues: { name: "", workspaceName: "", email: "", password: "" },
    validateInputOnBlur: true,
    validate: {
      name: isNotEmpty(t("nameMissing")),
      workspaceName: isNotEmpty(t("signUp.workspaceMissing")),
      email: isEmail(t("signUp.emailWrong")),
      password: (text) => (text.length >= MIN_PASSWORD ? null : t("passwordShort", { count: MIN_PASSWORD })),
    },
  });

  async function submit(values: SignUpValues) {
    setBusy(true);
    setProblem(null);
    const answer = await postForm<{ workspaceId?: number }>("/api/sign-up", { ...values, locale }, NAMES);
    if ("done" in answer) {
      if (answer.done.workspaceId === undefined) return setSentTo(values.email.trim());
      await signIn("credentials", { email: values.email, password: values.password, redirect: false });
      return window.location.assign(paths.home());
    }
    const { refusal } = answer;
    setBusy(false);
    form.setErrors(refusal.fields);
    if (Object.keys(refusal.fields).length === 0) setProblem(refusal.message);
  }

  if (sentTo !== null) return <EmailSent mail={mail} words={t("signUp.sent", { email: sentTo })} />;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t("signUp.title")}</Title>
        <Text c="dimmed">{t("signUp.words")}</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            autoComplete="name"
            autoFocus
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("signUp.workspaceName")}
            description={t("signUp.workspaceHint")}
            autoComplete="organization"
            key={form.key("workspaceName")}
            {...form.getInputProps("workspaceName")}
          />
          <EmailField key={form.key("email")} {...form.getInputProps("email")} />
          <PasswordInput
            label={t("password")}
            description={t("passwordHint", { count: MIN_PASSWORD })}
            autoComplete="new-password"
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <SubmitButton isBusy={isBusy}>{t("signUp.create")}</SubmitButton>
        </Stack>
      </form>
      {mail === "none" && (
        <>
          <Text size="sm">{t("signUp.noMail")}</Text>
          <OperatorCommand command="setPassword" />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t.rich("signUp.haveAccount", {
          link: (chunks) => (
            <Anchor component={Link} href={paths.signIn()}>
              {chunks}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  );
}
