"use client";

import { useTranslations } from "next-intl";
import { CopyField } from "../ui/copy.tsx";

const COMMANDS = {
  create: "npm run -s workspace -- create --name NAME --plan FREE --email EMAIL",
  setPassword: "npm run -s workspace -- set-password --email EMAIL",
} as const;

/** What the operator of the service types, where no page can do it. */
export function OperatorCommand({ command }: { command: keyof typeof COMMANDS }) {
  const t = useTranslations("auth");
  return <CopyField label={t("operatorCommand")} text={COMMANDS[command]} />;
}
