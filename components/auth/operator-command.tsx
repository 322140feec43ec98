"use client";

import { useTranslations } from "next-intl";
import { CopyField } from "../ui/copy.tsx";

const COMMANDS = {
  create: "npm run -s workspace -- create --name NAME --plan FREE --email EMAIL",
  setPassword: "npm run -s workspace -- set-password --email EMAIL",
} as const;

/** A command for the operator of the service, for tasks that no page offers. */
export function OperatorCommand({ command }: { command: keyof typeof COMMANDS }) {
  const t = useTranslations("auth");
  return <CopyField label={t("operatorCommand")} text={COMMANDS[command]} />;
}
