"use client";

import { ActionIcon, Button, Code, CopyButton, Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";

type Props = {
  /** What failed, in the reader's words. */
  title: string;
  message?: string;
  error?: Error;
  /** The reference to quote, if not the error's own. `copied` goes to the clipboard. */
  reference?: { reference: string; copied: string };
  onRetry?: () => void;
  action?: ReactNode;
};

/** An error state: what happened, what to do, and a reference to quote in a report. */
export function ErrorFace({ title, message, error, reference, onRetry, action }: Props) {
  const t = useTranslations("ui");
  const requestId = error instanceof ApiError ? error.requestId : null;
  const quoted = reference ?? (requestId ? { reference: requestId, copied: requestId } : null);
  return (
    <Stack align="center" gap="sm" p="xl" my="auto" role="alert" ta="center">
      <ThemeIcon size={44} radius="xl" variant="light" color="red">
        <IconAlertTriangle size={22} aria-hidden />
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {message ?? error?.message}
      </Text>
      {quoted ? (
        <Group gap={4}>
          <Text size="xs" c="dimmed">
            {t.rich("reference", { id: quoted.reference, code: (chunks) => <Code>{chunks}</Code> })}
          </Text>
          <CopyButton value={quoted.copied}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={copied ? t("copied") : t("copyReference")}
                onClick={copy}
              >
                {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      ) : null}
      {onRetry ? (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {t("tryAgain")}
        </Button>
      ) : null}
      {action}
    </Stack>
  );
}
