"use client";

import { Text } from "@mantine/core";
import type { Invitation } from "./team-queries.ts";

/** How the mail of an invitation fares, in words. */
export function TeamMailState({ invitation: { mailState, mailError } }: { invitation: Invitation }) {
  return (
    <Text size="sm" c={mailState === "failed" ? "var(--bad)" : mailError ? "var(--warn)" : "dimmed"} role="status">
      {words(mailState, mailError)}
    </Text>
  );
}

function words(mailState: string, mailError: string | null): string {
  switch (mailState) {
    case "sent":
      return "The mail is sent.";
    case "logged":
      return "No mail server is set up: the mail stands in the service’s log.";
    case "failed":
      return `The mail was not sent. ${mailError ?? ""}`;
    default:
      return mailError ? `${mailError}.` : "The mail is on its way.";
  }
}
