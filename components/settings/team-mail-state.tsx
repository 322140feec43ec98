"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Invitation } from "./team-queries.ts";

type MailTranslator = ReturnType<typeof useTranslations<"settings.invitations.mail">>;

export function TeamMailState({ invitation: { mailState, mailError } }: { invitation: Invitation }) {
  const t = useTranslations("settings.invitations.mail");
  return (
    <Text
      size="sm"
      c={mailState === "failed" ? "var(--danger-text)" : mailError ? "var(--warning-text)" : "dimmed"}
      role="status"
    >
      {mailWords(t, mailState, mailError)}
    </Text>
  );
}

function mailWords(t: MailTranslator, mailState: string, mailError: string | null): string {
  switch (mailState) {
    case "sent":
      return t("sent");
    case "logged":
      return t("logged");
    case "failed":
      return `${t("failed")} ${mailError ?? ""}`;
    default:
      return mailError ? `${mailError}.` : t("onItsWay");
  }
}
