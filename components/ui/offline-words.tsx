"use client";

import { useTranslations } from "next-intl";
import { Text } from "@mantine/core";

/** Replaces content that was never loaded and cannot load offline. A placeholder would suggest that it is loading. */
export function OfflineWords() {
  return (
    <Text size="sm" c="dimmed" role="status">
      {useTranslations("ui")("offline")}
    </Text>
  );
}
