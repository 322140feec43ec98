"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslations } from "next-intl";

/** The email address that somebody signs in with; browsers and password managers know it by its `autoComplete`. */
export function EmailField(props: Omit<TextInputProps, "label" | "type" | "autoComplete">) {
  const t = useTranslations("auth");
  return <TextInput label={t("email")} type="email" autoComplete="username" {...props} />;
}
