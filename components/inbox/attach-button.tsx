"use client";

import { ActionIcon, FileButton, Tooltip } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import type { Capabilities } from "./documents.ts";

type Props = { channel: Capabilities; isDisabled: boolean; onFiles: (files: File[]) => void };

/** Chooses files of the types that the channel takes. */
export function AttachButton({ channel, isDisabled, onFiles }: Props) {
  const t = useTranslations("inbox.files");
  const accept = channel.media.flatMap(({ contentTypes }) => contentTypes).join(",");
  if (accept === "") return null;
  return (
    <FileButton multiple accept={accept} onChange={onFiles} disabled={isDisabled} inputProps={CHOOSE_AGAIN}>
      {(props) => (
        <Tooltip label={t("attach")}>
          <ActionIcon {...props} variant="subtle" color="gray" disabled={isDisabled} aria-label={t("attach")}>
            <IconPaperclip size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}
