"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import Link from "next/link";
import { useState } from "react";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { safeReturn } from "./safe-return.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

type Props = {
  /** The address that was asked for before signing in. */
  returnTo: string | null;
  providers: ("google" | "github")[];
  /** What next-auth says of a sign-in with a provider that failed. */
  errorCode: string | null;
};

const WRONG = "E-mail and password do not belong together.";

export function SignInForm({ returnTo, providers, errorCode }: Props) {
  const [problem, setProblem] = useState<string | null>(errorCode ? providerProblem(errorCode) : null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: (email) => (email.trim() ? null : "Enter your e-mail address"),
      password: (password) => (password ? null : "Enter your password"),
    },
  });

  async function submit(values: { email: string; password: string }) {
    setBusy(true);
    setProblem(null);
    const answer = await signIn("credentials", { ...values, redirect: false }).catch(() => null);
    // A full load: nothing that was cached before the sign-in may be shown after it.
    if (answer?.ok) return window.location.assign(safeReturn(returnTo));
    setBusy(false);
    if (!answer) setProblem("The service cannot be reached. Check your connection and try again.");
    else setProblem(answer.error === "CredentialsSignin" || !answer.error ? WRONG : answer.error);
  }

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Sign in</Title>
        <Text c="dimmed">Your customers are waiting in the inbox.</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <ProviderButtons providers={providers} returnTo={returnTo} />
      <Text size="sm" c="dimmed">
        New here?{" "}
        <Anchor component={Link} href={paths.signUp()}>
          Create a workspace
        </Anchor>
      </Text>
    </Stack>
  );
}

function providerProblem(code: string): string {
  if (code === "AccountNotConnected") {
    return "This account is not connected yet. Sign in with your password and connect it under Settings, Profile.";
  }
  if (code === "AccessDenied") return "This account is connected to another person here.";
  return "Signing in with the provider did not work. Try again, or use your password.";
}
