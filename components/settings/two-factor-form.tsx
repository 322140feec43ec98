"use client";

import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";

type Values = { password: string; code: string };

type Props<Result> = {
  /** The email address that the password belongs to. */
  email: string;
  /** The inputs to show. */
  fields: readonly (keyof Values)[];
  /** The accepted codes. Before two-factor sign-in is on, only the app's codes exist. */
  codes?: "app" | "any";
  hint?: string;
  /** Content above the fields. */
  children?: ReactNode;
  submitLabel: string;
  send: (values: Values) => Promise<Result>;
  onDone: (result: Result) => void;
};

/** Asks for the password, a code, or both. Shows the service's errors under their fields. */
export function TwoFactorForm<Result>(props: Props<Result>) {
  const { email, fields, codes = "any", hint, children, submitLabel, send, onDone } = props;
  const t = useTranslations("settings.twoFactor");
  const form = useForm<Values>({ initialValues: { password: "", code: "" } });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => form.setErrors(fieldErrors(error, [...fields])),
  });
  const isFilled = fields.every((field) => form.values[field].trim() !== "");
  return (
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit((values) => sending.mutate(values))}
      submit={submitLabel}
      isBusy={sending.isPending}
      isDisabled={!isFilled}
    >
      {hint ? <Text size="sm">{hint}</Text> : null}
      {children}
      {fields.includes("password") ? (
        <>
          {/* Password keepers look for it by this. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
        </>
      ) : null}
      {fields.includes("code") ? (
        <TextInput
          label={t("code")}
          description={t(codes === "app" ? "codeHint" : "anyCodeHint")}
          autoComplete="one-time-code"
          // Recovery codes contain letters.
          {...(codes === "app" ? { inputMode: "numeric" } : { autoCapitalize: "characters" })}
          spellCheck={false}
          data-autofocus={fields.length === 1 ? true : undefined}
          {...form.getInputProps("code")}
        />
      ) : null}
    </SaveForm>
  );
}
