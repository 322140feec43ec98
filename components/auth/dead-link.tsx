"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AuthMessage } from "./auth-message.tsx";

type Props = {
  state: "used" | "expired" | "wrong";
  /** The page to request a new link, or the next step after a link that was already used. */
  again: { href: string; label: string };
};

/** Shown for an emailed link that no longer works. */
export function DeadLink({ state, again }: Props) {
  const t = useTranslations("auth.deadLink");
  return (
    <AuthMessage title={t(`${state}.title`)} words={t(`${state}.words`)}>
      <Button component={Link} href={again.href} variant="default" size="md" fullWidth>
        {again.label}
      </Button>
    </AuthMessage>
  );
}
