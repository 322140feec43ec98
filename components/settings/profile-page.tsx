"use client";

import { Box, Button, Group, Input, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import { signIn } from "next-auth/react";
import { viewerQuery } from "../shell/queries.ts";
import { ROLE_NAMES } from "../shell/role-names.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { ThemeChoice } from "../ui/theme-choice.tsx";
import { NameForm } from "./name-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

const PROVIDERS = {
  google: { name: "Google", icon: IconBrandGoogle },
  github: { name: "GitHub", icon: IconBrandGithub },
} as const;

/** @param providers the outside sign-ins that this installation offers. */
export function ProfilePage({ providers }: { providers: (keyof typeof PROVIDERS)[] }) {
  const viewer = useQuery(viewerQuery(useWorkspaceId()));
  return (
    <SettingsFrame tab="profile">
      <Panel title="You">
        <Loaded query={viewer} failure="Your profile could not be loaded" rows={3}>
          {(data) => (
            <Stack gap="md">
              <NameForm key={data.name} viewer={data} />
              <Input.Wrapper label="E-mail">
                <Text size="sm">{data.email}</Text>
              </Input.Wrapper>
              <Input.Wrapper label="Role in this workspace">
                <Text size="sm">{data.role ? ROLE_NAMES[data.role] : null}</Text>
              </Input.Wrapper>
            </Stack>
          )}
        </Loaded>
      </Panel>
      <Panel title="Colours" description="Kept in this browser. Auto follows your system.">
        <Box maw={320}>
          <ThemeChoice />
        </Box>
      </Panel>
      {providers.length > 0 ? (
        <Panel title="Other ways to sign in" description="Connect an account once, and it opens the door from then on.">
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
                  Connect {name}
                </Button>
              );
            })}
          </Group>
        </Panel>
      ) : null}
    </SettingsFrame>
  );
}
