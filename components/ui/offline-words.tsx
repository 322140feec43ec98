"use client";

import { useTranslations } from "next-intl";
import { Text } from "@mantine/core";

/** In the place of what was never read here, and cannot be until the network is back: a placeholder would promise it. */
export function OfflineWords() {
  return (
    <Text size="sm" c="dimmed" role="status">
      {useTranslations("ui")("offline")}
    </Text>
  );
}
