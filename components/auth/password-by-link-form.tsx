"use client";

import { PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormProblem } from "../ui/form-problem.tsx";
import { EmailField } from "./email-field.tsx";
import { postForm } from "./post-form.ts";
import { SubmitButton } from "./submit-button.tsx";

type Props<T> = {
  title: string;
  words: string;
  /** Shown so that password managers know which account the password belongs to. */
  email?: string;
  password: { label: string; description?: string; autoComplete: "current-password" | "new-password" };
  /** Why this password cannot be sent. null: it can. */
  check: (password: string) => string | null;
  action: string;
  path: string;
  token: string;
  onDone: (answer: T, password: string) => Promise<void> | void;
};

/** The password form behind an emailed link. */
export function PasswordByLinkForm<T extends object>(props: Props<T>) {
  const { title, words, email, password, check, action, path, token, onDone } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" }, validate: { password: check } });

  async function submit(values: { password: string }) {
    setBusy(true);
    setProblem(null);
    const answer = await postForm<T>(path, { token, password: values.password });
    if ("done" in answer) return onDone(answer.done, values.password);
    setBusy(false);
    form.setErrors(answer.refusal.fields);
    if (Object.keys(answer.refusal.fields).length === 0) setProblem(answer.refusal.message);
  }

  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{words}</Text>
      </div>
      <FormProblem>{problem}</FormProblem>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          {email && <EmailField value={email} readOnly />}
          <PasswordInput
            label={password.label}
            description={password.description}
            autoComplete={password.autoComplete}
            autoFocus
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <SubmitButton isBusy={isBusy}>{action}</SubmitButton>
        </Stack>
      </form>
    </Stack>
  );
}
