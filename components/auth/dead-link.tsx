"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { AuthMessage } from "./auth-message.tsx";

type Props = {
  state: "used" | "expired" | "wrong";
  /** Where a new one is asked for, or what comes next after a link that was used. */
  again: { href: string; label: string };
};

/** A mailed link that does nothing any more. */
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
