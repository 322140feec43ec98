"use client";

import { Button, Divider, Stack } from "@mantine/core";
import { IconBrandGithub, IconBrandGoogle } from "@tabler/icons-react";
import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { safeReturn } from "./safe-return.ts";

const PROVIDERS = {
  google: { name: "Google", icon: IconBrandGoogle },
  github: { name: "GitHub", icon: IconBrandGithub },
} as const;

type Props = { providers: (keyof typeof PROVIDERS)[]; returnTo: string | null };

/** Sign-in with the external providers that this installation is configured for. Draws nothing if there are none. */
export function ProviderButtons({ providers, returnTo }: Props) {
  const t = useTranslations("auth.signIn");
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Divider label={t("or")} />
      {providers.map((provider) => {
        const { name, icon: Icon } = PROVIDERS[provider];
        return (
          <Button
            key={provider}
            variant="default"
            size="md"
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => void signIn(provider, { callbackUrl: safeReturn(returnTo) })}
          >
            {t("with", { provider: name })}
          </Button>
        );
      })}
    </Stack>
  );
}
