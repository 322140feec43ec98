"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { AuthMessage } from "./auth-message.tsx";
import { DeadLink } from "./dead-link.tsx";
import { MIN_PASSWORD } from "./min-password.ts";
import { PasswordByLinkForm } from "./password-by-link-form.tsx";

type Props = { token: string; state: "valid" | "used" | "expired" | "wrong" };

/** Sets a new password with the link from the email. */
export function ResetPasswordForm({ token, state }: Props) {
  const t = useTranslations("auth");
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <AuthMessage title={t("reset.doneTitle")} words={t("reset.doneWords")}>
        <Button component={Link} href={paths.signIn()} size="md" fullWidth>
          {t("signIn.title")}
        </Button>
      </AuthMessage>
    );
  if (state !== "valid")
    return <DeadLink state={state} again={{ href: paths.forgotPassword(), label: t("reset.again") }} />;
  return (
    <PasswordByLinkForm
      title={t("reset.title")}
      words={t("reset.words")}
      password={{
        label: t("reset.newPassword"),
        description: t("passwordHint", { count: MIN_PASSWORD }),
        autoComplete: "new-password",
      }}
      check={(text) => (text.length >= MIN_PASSWORD ? null : t("passwordShort", { count: MIN_PASSWORD }))}
      action={t("reset.save")}
      path="/api/reset-password"
      token={token}
      onDone={() => setDone(true)}
    />
  );
}
