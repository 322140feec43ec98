"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { isEmail, isNotEmpty, useForm } from "@mantine/form";
import { signIn } from "next-auth/react";
import Link from "next/link";
import { useState } from "react";
import { paths } from "../paths.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { MIN_PASSWORD } from "./min-password.ts";
import { signUp } from "./sign-up.ts";
import type { SignUpValues } from "./sign-up.ts";

export function SignUpForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm<SignUpValues>({
    mode: "uncontrolled",
    initialValues: { name: "", workspaceName: "", email: "", password: "" },
    validateInputOnBlur: true,
    validate: {
      name: isNotEmpty("Enter your name"),
      workspaceName: isNotEmpty("Give the workspace a name"),
      email: isEmail("Enter an e-mail address, like ana@example.com"),
      password: (text) => (text.length >= MIN_PASSWORD ? null : `Use ${MIN_PASSWORD} characters or more`),
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
        <Title order={1}>Create a workspace</Title>
        <Text c="dimmed">Free to start. You are its owner and can invite your team later.</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput
            label="Your name"
            autoComplete="name"
            autoFocus
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <TextInput
            label="Workspace name"
            description="Your company or team, as colleagues know it"
            autoComplete="organization"
            key={form.key("workspaceName")}
            {...form.getInputProps("workspaceName")}
          />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            description={`${MIN_PASSWORD} characters or more`}
            autoComplete="new-password"
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            Create workspace
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        Have an account?{" "}
        <Anchor component={Link} href={paths.signIn()}>
          Sign in
        </Anchor>
      </Text>
    </Stack>
  );
}
