"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { networkWords, refusalWords, type Refusal } from "../graphql/network-words.ts";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { EmailField } from "./email-field.tsx";
import { safeReturn } from "./safe-return.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { startSso } from "./start-sso.ts";
import { SubmitButton } from "./submit-button.tsx";

type Props = {
  /** The path requested before signing in. */
  returnTo: string | null;
  providers: ("google" | "github")[];
  /** next-auth's error code of a failed sign-in with a provider. */
  errorCode: string | null;
  /** Whether new people can create a workspace. */
  isSignUpOpen: boolean;
};

export function SignInForm({ returnTo, providers, errorCode, isSignUpOpen }: Props) {
  const t = useTranslations("auth");
  const [problem, setProblem] = useState<string | null>(
    errorCode ? t(`signIn.providerProblems.${providerProblem(errorCode)}`) : null,
  );
  const [isBusy, setBusy] = useState(false);
  // The password was correct, and the service now requires a code from the authenticator app.
  const [isCodeAsked, setCodeAsked] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "", code: "" },
    validate: {
      email: (email) => (email.trim() ? null : t("signIn.emailMissing")),
      password: (password) => (password ? null : t("signIn.passwordMissing")),
      code: (code) => (isCodeAsked && !code.trim() ? t("signIn.codeMissing") : null),
    },
  });

  async function submit(values: { email: string; password: string; code: string }) {
    setBusy(true);
    setProblem(null);
    const answer = await signIn("credentials", { ...values, redirect: false }).catch(() => null);
    // A full page load, so that nothing cached before the sign-in shows up after it.
    if (answer?.ok) return window.location.assign(safeReturn(returnTo));
    // The company of this email requires its own sign-in.
    if (answer?.error === "SsoRequired") return enterWithSso();
    setBusy(false);
    if (!answer) setProblem(networkWords("unreachable"));
    else if (answer.error === "TwoFactorRequired") setCodeAsked(true);
    else if (answer.error === "TwoFactorWrong") form.setErrors({ code: t("signIn.codeWrong") });
    else setProblem(answer.error === "CredentialsSignin" || !answer.error ? t("signIn.wrong") : wordsOf(answer.error));
  }

  async function enterWithSso() {
    if (form.validateField("email").hasError) return;
    setBusy(true);
    setProblem(null);
    const refusal = await startSso(form.getValues().email, safeReturn(returnTo));
    if (refusal === null) return;
    setProblem(refusal);
    setBusy(false);
  }

  /** Returns to the password step. The next person may be another one, so a typed code is cleared. */
  function goBack() {
    setCodeAsked(false);
    setProblem(null);
    form.setFieldValue("code", "");
  }

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{isCodeAsked ? t("signIn.codeTitle") : t("signIn.title")}</Title>
        <Text c="dimmed">{isCodeAsked ? t("signIn.codeWords") : t("signIn.words")}</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          {isCodeAsked ? (
            <TextInput
              label={t("signIn.code")}
              autoComplete="one-time-code"
              // Recovery codes contain letters.
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              key={form.key("code")}
              {...form.getInputProps("code")}
            />
          ) : (
            <>
              <EmailField autoFocus key={form.key("email")} {...form.getInputProps("email")} />
              <PasswordInput
                label={t("password")}
                autoComplete="current-password"
                key={form.key("password")}
                {...form.getInputProps("password")}
              />
            </>
          )}
          <SubmitButton isBusy={isBusy}>{t("signIn.title")}</SubmitButton>
          {isCodeAsked ? null : (
            <Button variant="default" size="md" disabled={isBusy} onClick={() => void enterWithSso()}>
              {t("signIn.sso")}
            </Button>
          )}
        </Stack>
      </form>
      {isCodeAsked ? (
        <Anchor component="button" size="sm" ta="start" onClick={goBack}>
          {t("signIn.codeBack")}
        </Anchor>
      ) : (
        <>
          <Anchor component={Link} href={paths.forgotPassword()} size="sm">
            {t("forgot.title")}
          </Anchor>
          <ProviderButtons providers={providers} returnTo={returnTo} />
          {isSignUpOpen && (
            <Text size="sm" c="dimmed">
              {t.rich("signIn.newHere", {
                link: (chunks) => (
                  <Anchor component={Link} href={paths.signUp()}>
                    {chunks}
                  </Anchor>
                ),
              })}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** The service's message (server/auth/next-auth.ts). next-auth's own errors are single words. */
function wordsOf(error: string): string {
  try {
    return refusalWords(JSON.parse(error) as Refusal).message;
  } catch {
    return error;
  }
}

/** Error codes with texts of their own. */
const PROBLEMS = [
  "AccountNotConnected",
  "AccessDenied",
  "SsoRequired",
  "SsoNoEmail",
  "SsoNoAccount",
  "SsoOtherDomain",
] as const;

function providerProblem(code: string) {
  return PROBLEMS.find((known) => known === code) ?? "other";
}
