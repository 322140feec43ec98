"use client";

import { Anchor, Stack, Text, Title } from "@mantine/core";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { WorkspaceProvider } from "../shell/workspace.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorSetUp } from "./two-factor-set-up.tsx";

type Props = { workspaceId: number; workspaceName: string; email: string };

/** Shown before a workspace that requires two-factor sign-in, if the person has not set it up. */
export function TwoFactorDue({ workspaceId, workspaceName, email }: Props) {
  const t = useTranslations("settings.twoFactor");
  const [codes, setCodes] = useState<string[] | null>(null);
  // A full page load, so that requests refused before are sent again.
  const enter = () => window.location.assign(paths.inbox(workspaceId));
  const leave = () => void signOut({ callbackUrl: paths.signIn() });
  return (
    <WorkspaceProvider workspaceId={workspaceId}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{codes ? t("codesTitle") : t("dueTitle")}</Title>
          {codes ? null : <Text c="dimmed">{t("dueWords", { workspace: workspaceName })}</Text>}
        </div>
        {codes ? <RecoveryCodes codes={codes} onDone={enter} /> : <TwoFactorSetUp email={email} onOn={setCodes} />}
        {codes ? null : (
          <Anchor component="button" size="sm" ta="start" onClick={leave}>
            {t("dueLeave")}
          </Anchor>
        )}
      </Stack>
    </WorkspaceProvider>
  );
}
