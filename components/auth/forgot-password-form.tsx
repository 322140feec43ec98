"use client";

import { Anchor, Stack, Text, Title } from "@mantine/core";
import { isEmail, useForm } from "@mantine/form";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { languageOf } from "../i18n/locales.ts";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { AuthMessage } from "./auth-message.tsx";
import { EmailField } from "./email-field.tsx";
import { EmailSent, type MailDelivery } from "./email-sent.tsx";
import { OperatorCommand } from "./operator-command.tsx";
import { postForm } from "./post-form.ts";
import { SubmitButton } from "./submit-button.tsx";

/** Requests a link that sets a new password. Says who can help if no email is sent. */
export function ForgotPasswordForm({ mail }: { mail: MailDelivery }) {
  const t = useTranslations("auth");
  const locale = languageOf(useLocale());
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "" },
    validate: { email: isEmail(t("signUp.emailWrong")) },
  });

  async function submit({ email }: { email: string }) {
    setBusy(true);
    setProblem(null);
    const answer = await postForm("/api/forgot-password", { email, locale });
    setBusy(false);
    if ("done" in answer) return setSentTo(email.trim());
    form.setErrors(answer.refusal.fields);
    if (Object.keys(answer.refusal.fields).length === 0) setProblem(answer.refusal.message);
  }

  const back = (
    <Anchor component={Link} href={paths.signIn()} size="sm">
      {t("backToSignIn")}
    </Anchor>
  );
  if (mail === "none")
    return (
      <AuthMessage title={t("forgot.title")} words={t("forgot.noMail")}>
        <OperatorCommand command="setPassword" />
        {back}
      </AuthMessage>
    );
  if (sentTo !== null) return <EmailSent mail={mail} words={t("forgot.sent", { email: sentTo })} />;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t("forgot.title")}</Title>
        <Text c="dimmed">{t("forgot.words")}</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <EmailField autoFocus key={form.key("email")} {...form.getInputProps("email")} />
          <SubmitButton isBusy={isBusy}>{t("forgot.send")}</SubmitButton>
        </Stack>
      </form>
      {back}
    </Stack>
  );
}
