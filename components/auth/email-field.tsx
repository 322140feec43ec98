"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslations } from "next-intl";

/** The email address for signing in. `autoComplete` identifies it to browsers and password managers. */
export function EmailField(props: Omit<TextInputProps, "label" | "type" | "autoComplete">) {
  const t = useTranslations("auth");
  return <TextInput label={t("email")} type="email" autoComplete="username" {...props} />;
}
