"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { AuthMessage } from "./auth-message.tsx";
import { OperatorCommand } from "./operator-command.tsx";

/** The sign-up page of an installation without public sign-up. */
export function NoSignUp({ rule }: { rule: "invited" | "closed" }) {
  const t = useTranslations("auth");
  return (
    <AuthMessage title={t(`signUp.${rule}.title`)} words={t(`signUp.${rule}.words`)}>
      <OperatorCommand command="create" />
      <Button component={Link} href={paths.signIn()} variant="default" size="md" fullWidth>
        {t("backToSignIn")}
      </Button>
    </AuthMessage>
  );
}
