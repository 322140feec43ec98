"use client";

import { Button, Code, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";

type Props = {
  /** What did not work, in the reader's words. */
  title: string;
  message?: string;
  error?: Error;
  onRetry?: () => void;
  action?: ReactNode;
};

/** A pane that could not be shown: what happened, what to do, and what to quote when it is reported. */
export function ErrorFace({ title, message, error, onRetry, action }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Stack align="center" gap="sm" p="xl" my="auto" role="alert" ta="center">
      <ThemeIcon size={44} radius="xl" variant="light" color="red">
        <IconAlertTriangle size={22} aria-hidden />
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {message ?? error?.message}
      </Text>
      {requestId ? (
        <Text size="xs" c="dimmed">
          Reference <Code>{requestId}</Code>
        </Text>
      ) : null}
      {onRetry ? (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      {action}
    </Stack>
  );
}
