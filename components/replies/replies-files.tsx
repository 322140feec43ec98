"use client";

import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CannedReply } from "../composer/canned-queries.ts";
import { uploadMedia } from "../composer/upload-file.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import { failed } from "../ui/toasts.tsx";
import { RemoveButton } from "../ui/row-buttons.tsx";

type KeptFile = CannedReply["attachments"][number];

/** The files of a canned reply. Whether a channel accepts them is checked when the reply is used. */
export function RepliesFiles({ files, onChange }: { files: KeptFile[]; onChange: (files: KeptFile[]) => void }) {
  const t = useTranslations("composer.replies");
  const workspaceId = useWorkspaceId();
  const [isBusy, setBusy] = useState(false);

  async function add(chosen: File[]) {
    setBusy(true);
    try {
      const options = { onProgress: () => undefined, signal: new AbortController().signal };
      const added: KeptFile[] = [];
      for (const file of chosen) {
        const url = await uploadMedia(workspaceId, file, options);
        added.push({ url, name: file.name, contentType: file.type, sizeBytes: file.size });
      }
      onChange([...files, ...added]);
    } catch (error) {
      failed(t("notSaved"), error instanceof Error ? error : new Error(String(error)));
    }
    setBusy(false);
  }

  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t("attachments")}
      </Text>
      {files.map((file) => (
        <Group key={file.url} gap="xs" wrap="nowrap">
          <Text size="sm" truncate>
            {file.name}
          </Text>
          <RemoveButton
            size="sm"
            aria-label={t("remove", { title: file.name })}
            onClick={() => onChange(files.filter((other) => other !== file))}
          />
        </Group>
      ))}
      <FileButton multiple onChange={(chosen) => void add(chosen)} inputProps={CHOOSE_AGAIN}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            loading={isBusy}
            leftSection={<IconPaperclip size={16} aria-hidden />}
            style={{ alignSelf: "flex-start" }}
          >
            {t("addFiles")}
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}
