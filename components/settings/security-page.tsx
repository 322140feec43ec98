"use client";

import { useTranslations } from "next-intl";
import { useMay } from "../shell/workspace.tsx";
import { ProfilePassword } from "./profile-password.tsx";
import { ProfileSessions } from "./profile-sessions.tsx";
import { ProfileTwoFactor } from "./profile-two-factor.tsx";
import { RequireTwoFactor } from "./require-two-factor.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { SsoPanel } from "../sso/sso-panel.tsx";

/** How the viewer signs in and where they are signed in, and what the workspace requires of everybody. */
export function SecurityPage() {
  const t = useTranslations("settings.security");
  const may = useMay("MANAGE_WORKSPACE");
  const isOwner = useMay("ASSIGN_OWNER");
  return (
    <SettingsFrame page="security" description={t("about")}>
      <ProfileTwoFactor />
      {may ? <RequireTwoFactor /> : null}
      {isOwner ? <SsoPanel /> : null}
      <ProfileSessions />
      <ProfilePassword />
    </SettingsFrame>
  );
}
