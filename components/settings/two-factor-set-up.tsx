"use client";

import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { TwoFactorForm } from "./two-factor-form.tsx";
import { beginTwoFactor, enableTwoFactor } from "./two-factor-queries.ts";

/** Sets up two-factor sign-in: first the password, then a QR code, the secret for typing, and a first code from the app. */
export function TwoFactorSetUp({ email, onOn }: { email: string; onOn: (recoveryCodes: string[]) => void }) {
  const t = useTranslations("settings.twoFactor");
  const workspaceId = useWorkspaceId();
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  if (!begun) {
    return (
      <TwoFactorForm
        key="password"
        email={email}
        fields={["password"]}
        hint={t("beginHint")}
        submitLabel={t("next")}
        send={({ password }) => beginTwoFactor({ workspaceId, password })}
        onDone={setBegun}
      />
    );
  }
  return (
    <TwoFactorForm
      key="code"
      email={email}
      fields={["code"]}
      codes="app"
      submitLabel={t("turnOn")}
      send={({ code }) => enableTwoFactor({ workspaceId, code })}
      onDone={onOn}
    >
      <Stack gap="sm">
        <Text size="sm">{t("scan")}</Text>
        <Group justify="center">
          <QrCode text={begun.uri} label={t("qrCode")} />
        </Group>
        <Text size="sm">{t("orType")}</Text>
        <Group gap="xs" wrap="nowrap">
          <Code block flex={1} aria-label={t("secret")} style={{ whiteSpace: "pre-wrap" }}>
            {begun.secret.replace(/(.{4})(?!$)/g, "$1 ")}
          </Code>
          <CopyButton value={begun.secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t("copied") : t("copy")}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </TwoFactorForm>
  );
}
