"use client";

import { Anchor, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { isEmail, isNotEmpty, useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { MIN_PASSWORD } from "./min-password.ts";
import { signUp } from "./sign-up.ts";
import type { SignUpValues } from "./sign-up.ts";
import { SubmitButton } from "./submit-button.tsx";

export function SignUpForm() {
  const t = useTranslations("auth");
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
    const refusal = await signUp(values);
    if (!refusal) {
      await signIn("credentials", { email: values.email, password: values.password, redirect: false });
      return window.location.assign(paths.home());
    }
    setBusy(false);
    form.setErrors(refusal.fields);
    if (Object.keys(refusal.fields).length === 0) setProblem(refusal.message);
  }

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
          <TextInput
            label={t("email")}
            type="email"
            autoComplete="username"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
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
