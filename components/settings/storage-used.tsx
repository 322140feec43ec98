"use client";

import { Progress, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { fileSize } from "../composer/file-words.ts";
import { Panel } from "../ui/panel.tsx";
import type { WorkspaceSettings } from "./queries.ts";

/** How much the workspace's files take, and of how much. */
export function StorageUsed({ storage: { usedBytes, quotaBytes } }: Pick<WorkspaceSettings, "storage">) {
  const t = useTranslations("settings.storage");
  const used = usedBytes === 0 ? "0 MB" : fileSize(usedBytes);
  const isFull = quotaBytes !== null && usedBytes >= quotaBytes;
  return (
    <Panel title={t("title")} description={t("about")}>
      <Stack gap="xs">
        <Text size="sm">
          {quotaBytes === null ? t("used", { used }) : t("usedOf", { used, quota: fileSize(quotaBytes) })}
        </Text>
        {quotaBytes === null ? null : (
          <Progress
            value={Math.min(100, (usedBytes / quotaBytes) * 100)}
            color={isFull ? "red" : undefined}
            aria-label={t("title")}
          />
        )}
        {isFull ? (
          <Text size="sm" c="var(--danger-text)">
            {t("full")}
          </Text>
        ) : null}
      </Stack>
    </Panel>
  );
}
