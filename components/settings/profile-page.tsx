"use client";

import { Button, Group, Input, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { viewerQuery } from "../shell/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Lines } from "../ui/lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { ThemeChoice } from "../ui/theme-choice.tsx";
import { NameForm } from "./name-form.tsx";
import { ProfileLanguage } from "./profile-language.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

const PROVIDERS = {
  google: { name: "Google", icon: IconBrandGoogle },
  github: { name: "GitHub", icon: IconBrandGithub },
} as const;

/** @param providers the external sign-in providers of this installation. */
export function ProfilePage({ providers }: { providers: (keyof typeof PROVIDERS)[] }) {
  const t = useTranslations("settings.profile");
  const roles = useTranslations("shell.roles");
  const viewer = useQuery(viewerQuery(useWorkspaceId()));
  return (
    <SettingsFrame page="profile">
      <Panel title={t("you")} flush>
        <Loaded query={viewer} failure={t("failure")} rows={3}>
          {(data) => (
            <Lines>
              <NameForm key={data.name} viewer={data} />
              <Input.Wrapper label={t("email")} labelElement="div">
                <Text size="sm">{data.email}</Text>
              </Input.Wrapper>
              <Input.Wrapper label={t("role")} labelElement="div">
                <Text size="sm">{data.role ? roles(data.role) : null}</Text>
              </Input.Wrapper>
            </Lines>
          )}
        </Loaded>
      </Panel>
      <Panel flush>
        <Lines>
          <ProfileLanguage />
          <Input.Wrapper label={t("colours")} description={t("coloursHint")} labelElement="div">
            <ThemeChoice />
          </Input.Wrapper>
        </Lines>
      </Panel>
      {providers.length > 0 ? (
        <Panel title={t("otherWays")} description={t("otherWaysHint")}>
          <Group>
            {providers.map((provider) => {
              const { name, icon: Icon } = PROVIDERS[provider];
              return (
                <Button
                  key={provider}
                  variant="default"
                  leftSection={<Icon size={18} aria-hidden />}
                  onClick={() => void signIn(provider, { callbackUrl: window.location.href })}
                >
                  {t("connect", { name })}
                </Button>
              );
            })}
          </Group>
        </Panel>
      ) : null}
    </SettingsFrame>
  );
}
