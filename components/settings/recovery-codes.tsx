"use client";

import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";

/** The codes for a lost authenticator app. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations("settings.twoFactor");
  return (
    <Stack gap="md">
      <Text size="sm">{t("codesHint")}</Text>
      <SimpleGrid cols={2} spacing="xs" role="list" aria-label={t("codesTitle")}>
        {codes.map((code) => (
          <Code key={code} role="listitem" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t("copied") : t("copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t("kept")}</Button>
      </Group>
    </Stack>
  );
}
