"use client";

import { Alert, Anchor } from "@mantine/core";
import { IconTerminal2 } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { AuthMessage } from "./auth-message.tsx";

/** What happens to emails (server/mail/send-mail.ts). */
export type MailDelivery = "sent" | "logged" | "none";

type Props = { mail: MailDelivery; words: string };

/** Shown after a form whose next step is in an email. */
export function EmailSent({ mail, words }: Props) {
  const t = useTranslations("auth");
  return (
    <AuthMessage title={t("emailSent.title")} words={words}>
      {mail === "logged" && <Alert icon={<IconTerminal2 size={18} aria-hidden />}>{t("emailSent.logged")}</Alert>}
      <Anchor component={Link} href={paths.signIn()} size="sm">
        {t("backToSignIn")}
      </Anchor>
    </AuthMessage>
  );
}
